import type { Connection } from '../connection/connectionState.ts'
import { isSameAddress } from '../siwx/isSameAddress.ts'

/** Whether a connection shares an address. */
export function hasAddress(connections: readonly Connection[], address: string): boolean {
  return connections.some(({ account }) => account.allAccounts.some((other) => isSameAddress(other.address, address)))
}
