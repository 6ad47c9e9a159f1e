const localHost = /^(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9-]+(\.[a-z0-9-]+)*\.localhost)$/

/**
 * Checks an entry of a project's list of origins.
 *
 * - `https://app.example.com`: exactly this origin
 * - `https://*.example.com`: every host below `example.com`, at any depth, but not `example.com` itself
 * - `http://localhost:*` (also `127.0.0.1`, `[::1]`, `*.localhost` names): any port, only for local development
 *
 * @returns the problem, or undefined if the entry is valid
 */
export function describeOriginIssue(entry: string): string | undefined {
  const port = /^https?:\/\/(.+):\*$/.exec(entry)
  if (port) {
    const host = port[1] ?? ''
    return localHost.test(host) || host === '*.localhost' ? undefined : 'a port wildcard is for localhost only'
  }
  const plain = entry.replace('://*.', '://wildcard.')
  if (plain.includes('*')) return 'a wildcard replaces whole labels at the beginning: https://*.example.com'
  let url: URL
  try {
    url = new URL(plain)
  } catch {
    return 'expected an origin such as https://app.example.com'
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    // Extensions and native shells have origins with other schemes.
    return /^[a-z][a-z0-9+.-]*:\/\/[^/]+$/.test(entry)
      ? undefined
      : 'expected an origin such as https://app.example.com'
  }
  if (url.origin !== plain) return `expected only scheme, host and port: ${url.origin.replace('://wildcard.', '://*.')}`
  if (entry !== plain && url.hostname.split('.').length < 3 && !url.hostname.endsWith('.localhost')) {
    return 'a wildcard over a whole top-level domain would let everybody in'
  }
  return undefined
}

/** Compiles a list of allowed origins. {@link describeOriginIssue} lists the entries. */
export function createOriginMatcher(entries: readonly string[]): (origin: string) => boolean {
  const exact = new Set(entries.filter((entry) => !entry.includes('*')))
  const patterns = entries.filter((entry) => entry.includes('*')).map(toPattern)
  return (origin) => exact.has(origin) || patterns.some((pattern) => pattern.test(origin))
}

function toPattern(entry: string): RegExp {
  const source = entry
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace('://*\\.', '://(?:[a-z0-9_-]+\\.)+')
    .replace(/:\*$/, '(?::[0-9]{1,5})?')
  return new RegExp(`^${source}$`)
}
