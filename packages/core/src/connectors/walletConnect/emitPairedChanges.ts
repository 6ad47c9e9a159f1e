import { toHexChainId } from '../../chains/eip155/toHexChainId.ts'
import type { Emit } from '../provider/createProvider.ts'
import { emitDisconnect } from '../provider/emitDisconnect.ts'
import { accountsOf, addressesOf, type CurrentSession } from './createPairedSession.ts'

/** Emits the changes of an `eip155` session, as EIP-1193 events for the page and as connector events for the kit. */
export function emitPairedChanges({
  before,
  now,
  emit,
}: {
  before: CurrentSession | undefined
  now: CurrentSession | undefined
  emit: Emit
}): void {
  if (!now) {
    if (before) emitDisconnect({ emit })
    return
  }
  if (!before) emit('connect', { chainId: toHexChainId(now.chainId) })
  const addresses = addressesOf(now)
  if (before?.chainId !== now.chainId) {
    emit('chainChanged', toHexChainId(now.chainId))
    if (before) emit('connector', { type: 'chainChanged', chainId: now.chainId })
  }
  if (!before || addressesOf(before).join() !== addresses.join()) {
    emit('accountsChanged', addresses)
    if (before) emit('connector', { type: 'accountsChanged', accounts: accountsOf(now) })
  }
}
