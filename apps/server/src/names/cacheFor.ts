/** Returns the `cache-control` of a response that caches can keep for the given seconds. */
export function cacheFor(seconds: number): string {
  return seconds >= 1 ? `public, max-age=${Math.floor(seconds)}` : 'no-cache'
}
