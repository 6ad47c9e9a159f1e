import { LatchkeyError } from '@latchkey/protocol'
import type { Emit } from './createProvider.ts'
import { toRpcError } from './toRpcError.ts'

/** Tells everybody that a session is over: the page by EIP-1193's events, the kit by the connector's. */
export function emitDisconnect({ emit }: { emit: Emit }): void {
  emit('accountsChanged', [])
  emit('disconnect', toRpcError(new LatchkeyError('wallet_disconnected')))
  emit('connector', { type: 'disconnected' })
}
