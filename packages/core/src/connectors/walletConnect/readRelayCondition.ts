import type { RelayStatus } from '@latchkey/walletconnect'
import type { RelayCondition } from '../PairingClient.ts'

/** Returns the combined state of the relays, which is that of the best one. */
export function readRelayCondition(relays: readonly RelayStatus[]): RelayCondition {
  const has = (status: RelayStatus['status']) => relays.some((relay) => relay.status === status)
  if (has('connected')) return 'connected'
  if (has('connecting')) return 'connecting'
  if (has('waiting')) return 'down'
  return relays.length > 0 && relays.every(({ status }) => status === 'refused') ? 'refused' : 'idle'
}
