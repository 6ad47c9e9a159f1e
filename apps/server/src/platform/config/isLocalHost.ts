/** Returns whether the hostname of a URL is the local machine. Browsers trust plain http there. */
export function isLocalHost(hostname: string): boolean {
  return /(^|\.)localhost$|^127\.0\.0\.1$|^\[::1\]$/.test(hostname)
}
