import { LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import { createStore } from '../store/Store.ts'
import type { PairingFeature, PairingState } from './PairingFeature.ts'

/** The pairing as the kit's other parts see it. */
export type PairingInternals = PairingFeature & { destroy: () => void }

/** Connects by WalletConnect; its client is loaded with the first use. */
export function createPairing({ context }: { context: CoreContext }): PairingInternals {
  const store = createStore<PairingState>({ status: 'idle' })
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    isAvailable: context.config.connectors?.walletConnect !== undefined,
    prepare: () => {},
    watch: () => () => {},
    renew: () => {},
    connect: () => Promise.reject(new LatchkeyError('walletconnect_not_found')),
    linkFor: () => undefined,
    destroy: () => {},
  }
}
