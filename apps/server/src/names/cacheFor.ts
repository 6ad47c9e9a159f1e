/** The `cache-control` of an answer that others may remember for so many seconds. */
export function cacheFor(seconds: number): string {
  return seconds >= 1 ? `public, max-age=${Math.floor(seconds)}` : 'no-cache'
}
