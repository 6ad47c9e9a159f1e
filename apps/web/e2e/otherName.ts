/** Returns a site's other hostname on this machine: another top-level site, so another device for the wallet. */
export function otherName(site: string): string {
  return site.replace('localhost', '127.0.0.1')
}
