import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import { widerNetwork, widerTimes } from '../platform/http/widerNetwork.ts'
import type { Limit } from './createCounters.ts'

const hour = 3600

/** Returns the hourly limits of one network, for `Counters.consume`. An IPv6 /48 gets five times as much. Empty if there is none. */
export type NetworkLimits = (name: string, ip: string, limit: number) => Limit[]

/** Creates the limits by network. On a local wallet all visitors have the same address, so there are none. */
export function createNetworkLimits({ config }: { config: Pick<ServerConfig, 'wallet'> }): NetworkLimits {
  const isLocal = isLocalWallet(config)
  return (name, ip, limit) => {
    if (isLocal) return []
    const wider = widerNetwork(ip)
    return [
      { key: `${name}:${networkOf(ip)}`, limit, window: hour },
      ...(wider ? [{ key: `${name}:${wider}`, limit: limit * widerTimes, window: hour }] : []),
    ]
  }
}

/** Returns whether the wallet only serves this machine. */
export function isLocalWallet({ wallet }: Pick<ServerConfig, 'wallet'>): boolean {
  return wallet !== undefined && /(^|\.)localhost$/.test(new URL(wallet.publicUrl).hostname)
}

/**
 * Returns the network under which an address is counted: the /24 of IPv4. IPv6 addresses are already a /64.
 *
 * @example networkOf('203.0.113.7') // '203.0.113.0/24'
 */
export function networkOf(ip: string): string {
  const parts = ip.split('.')
  return parts.length === 4 ? `${parts.slice(0, 3).join('.')}.0/24` : ip
}
