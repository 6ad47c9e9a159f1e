import { LatchkeyError } from '@latchkey/protocol'
import type { Emit } from './createProvider.ts'
import { toRpcError } from './toRpcError.ts'

/** Emits the end of a connection, as EIP-1193 events for the page and as a connector event for the kit. */
export function emitDisconnect({ emit }: { emit: Emit }): void {
  emit('accountsChanged', [])
  emit('disconnect', toRpcError(new LatchkeyError('wallet_disconnected')))
  emit('connector', { type: 'disconnected' })
}
