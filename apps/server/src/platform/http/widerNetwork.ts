/** Share of a /48, as a multiple of the share of a /64. Providers assign /56 or /48 of IPv6, so one customer has many /64. */
export const widerTimes = 5

/**
 * Returns the /48 of an IPv6 /64, or undefined for IPv4.
 *
 * @param address in the notation of `clientAddress`
 * @example widerNetwork('2001:db8:1:2::/64') // '2001:db8:1::/48'
 */
export function widerNetwork(address: string): string | undefined {
  const [, network] = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/64$/.exec(address) ?? []
  return network && `${network}::/48`
}
