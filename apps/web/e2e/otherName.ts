/** A site by its other name on this machine: another top-level site, so to the wallet another device. */
export function otherName(site: string): string {
  return site.replace('localhost', '127.0.0.1')
}
