import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import type { Limit } from './createCounters.ts'

const hour = 3600

/** The limit per hour of one network, for `Counters.consume`; empty where there is none. */
export type NetworkLimits = (name: string, ip: string, limit: number) => Limit[]

/** Creates what counts by network. On one machine everybody has the same address, and nobody is a stranger. */
export function createNetworkLimits({ config }: { config: Pick<ServerConfig, 'wallet'> }): NetworkLimits {
  const isLocal = config.wallet !== undefined && /(^|\.)localhost$/.test(new URL(config.wallet.publicUrl).hostname)
  return (name, ip, limit) => (isLocal ? [] : [{ key: `${name}:${networkOf(ip)}`, limit, window: hour }])
}

/**
 * The network that an address is counted with: /24 of IPv4; IPv6 comes as its /64 already.
 *
 * @example networkOf('203.0.113.7') // '203.0.113.0/24'
 */
function networkOf(ip: string): string {
  const parts = ip.split('.')
  return parts.length === 4 ? `${parts.slice(0, 3).join('.')}.0/24` : ip
}
