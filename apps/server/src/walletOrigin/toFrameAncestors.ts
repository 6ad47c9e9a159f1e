/** A host source of CSP: scheme, host (a wildcard for whole labels at its beginning), port. */
const hostSource = /^[a-z][a-z0-9+.-]*:\/\/(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*(:(\d{1,5}|\*))?$/

/**
 * Writes a project's origins as the sources of `frame-ancestors`. What CSP cannot say (IPv6 addresses) is left out: such a page cannot
 * hold the frame. A pattern means the same there: `https://*.example.com`, `http://localhost:*`.
 *
 * @example toFrameAncestors(['https://app.example.com', 'http://localhost:*']) // "https://app.example.com http://localhost:*"
 */
export function toFrameAncestors(origins: readonly string[]): string {
  const sources = origins.filter((origin) => hostSource.test(origin))
  return sources.length === 0 ? "'none'" : sources.join(' ')
}
