/**
 * A provider gives its customers /56 or /48 of IPv6: one customer has many /64. Together they may have so many times as much as one of them.
 */
export const widerTimes = 5

/**
 * The /48 in which a /64 of IPv6 lies; undefined for IPv4.
 *
 * @param address as `clientAddress` writes it
 * @example widerNetwork('2001:db8:1:2::/64') // '2001:db8:1::/48'
 */
export function widerNetwork(address: string): string | undefined {
  const [, network] = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/64$/.exec(address) ?? []
  return network && `${network}::/48`
}
