/**
 * Tells whether an origin is in a project's list: exact origins, `https://*.example.com` (any host below, not the name itself)
 * and `http://localhost:*` (any port), as the server's configuration has them.
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
  // Any asterisk left over has no meaning and must not become one of a pattern.
  return new RegExp(source.includes('*') ? '^(?!)' : `^${source}$`)
}
