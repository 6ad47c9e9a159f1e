/** A host source of CSP: scheme, host (with an optional wildcard for whole labels at its start), port. */
const hostSource = /^[a-z][a-z0-9+.-]*:\/\/(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*(:(\d{1,5}|\*))?$/

/**
 * Converts a project's origins to the sources of `frame-ancestors`. Omits origins that CSP cannot express (IPv6 addresses), so their pages
 * cannot embed the frame. Patterns have the same meaning in CSP: `https://*.example.com`, `http://localhost:*`.
 *
 * @example toFrameAncestors(['https://app.example.com', 'http://localhost:*']) // "https://app.example.com http://localhost:*"
 */
export function toFrameAncestors(origins: readonly string[]): string {
  const sources = origins.filter((origin) => hostSource.test(origin))
  return sources.length === 0 ? "'none'" : sources.join(' ')
}
