import { isIPv6 } from 'node:net'

/**
 * The address that a caller is counted by. An IPv6 customer has a whole /64 network, so that is what is counted.
 *
 * @param options.trustProxy whether `x-forwarded-for` was written by a proxy of ours
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
  // The last entry is the one that our own proxy wrote; all before it are what the caller claims.
  const claimed = trustProxy ? forwarded?.split(',').at(-1)?.trim() : undefined
  const address = claimed || remote || 'local'
  // IPv4 in the clothes of IPv6, as sockets that listen on both write it.
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
