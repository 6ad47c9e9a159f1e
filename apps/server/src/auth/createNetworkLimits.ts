import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import { widerNetwork, widerTimes } from '../platform/http/widerNetwork.ts'
import type { Limit } from './createCounters.ts'

const hour = 3600

/** The limit per hour of one network, and of IPv6 five times as much of its /48, for `Counters.consume`; empty where there is none. */
export type NetworkLimits = (name: string, ip: string, limit: number) => Limit[]

/** Creates what counts by network. On one machine everybody has the same address, and nobody is a stranger. */
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

/** Whether the wallet is for this machine alone. */
export function isLocalWallet({ wallet }: Pick<ServerConfig, 'wallet'>): boolean {
  return wallet !== undefined && /(^|\.)localhost$/.test(new URL(wallet.publicUrl).hostname)
}

/**
 * The network that an address is counted with: /24 of IPv4; IPv6 comes as its /64 already.
 *
 * @example networkOf('203.0.113.7') // '203.0.113.0/24'
 */
export function networkOf(ip: string): string {
  const parts = ip.split('.')
  return parts.length === 4 ? `${parts.slice(0, 3).join('.')}.0/24` : ip
}
