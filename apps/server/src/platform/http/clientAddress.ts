import { isIPv6 } from 'node:net'

/**
 * Returns the address under which the limits count a caller. IPv6 customers have a whole /64 network, so the network counts as one caller.
 *
 * @param options.trustProxy whether a trusted proxy wrote `x-forwarded-for`
 * @example clientAddress({ trustProxy: false, forwarded: undefined, remote: '2001:db8:1:2:3::4' }) // '2001:db8:1:2::/64'
 */
export function clientAddress({
  trustProxy,
  forwarded,
  remote,
}: {
  trustProxy: boolean
  forwarded: string | undefined
  remote: string | undefined
}): string {
  // Our own proxy wrote the last entry. The caller can forge all earlier ones.
  const claimed = trustProxy ? forwarded?.split(',').at(-1)?.trim() : undefined
  const address = claimed || remote || 'local'
  // An IPv4-mapped IPv6 address, as dual-stack sockets report it.
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7)
  return isIPv6(address) ? toNetwork(address) : address
}

function toNetwork(address: string): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const groups =
    tail === undefined ? first : [...first, ...Array(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
