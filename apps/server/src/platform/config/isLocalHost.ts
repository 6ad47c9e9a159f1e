/** Whether a name of a URL stands for one's own machine: browsers trust plain http there. */
export function isLocalHost(hostname: string): boolean {
  return /(^|\.)localhost$|^127\.0\.0\.1$|^\[::1\]$/.test(hostname)
}
