/**
 * Returns whether an origin is in a project's list. Entries are exact origins, `https://*.example.com` (any host below, not the name
 * itself) and `http://localhost:*` (any port), as in the server's configuration.
 *
 * @example matchOrigin({ origin: 'https://a.example.com', allowed: ['https://*.example.com'] }) // true
 */
export function matchOrigin({ origin, allowed }: { origin: string; allowed: readonly string[] }): boolean {
  return allowed.some((entry) => (entry.includes('*') ? toPattern(entry).test(origin) : entry === origin))
}

function toPattern(entry: string): RegExp {
  const source = entry
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace('://*\\.', '://(?:[a-z0-9_-]+\\.)+')
    .replace(/:\*$/, '(?::[0-9]{1,5})?')
  // Another asterisk has no meaning and must not become a wildcard.
  return new RegExp(source.includes('*') ? '^(?!)' : `^${source}$`)
}
