import type { Emit } from '../provider/createProvider.ts'
import { emitDisconnect } from '../provider/emitDisconnect.ts'
import { createSessionStore, type SmartWalletSession } from './createSessionStore.ts'
import { toAccount, toChainId, toHexChain } from './sessionValues.ts'

/** The connection of this tab. All tabs of the site share the stored one, but each tab has its own current network. */
export type Session = {
  current: () => SmartWalletSession | undefined
  /** Reads the stored connection again, because another tab may have ended or replaced it. */
  restore: () => Promise<SmartWalletSession | undefined>
  keep: (next: SmartWalletSession) => Promise<SmartWalletSession>
  forget: () => Promise<void>
}

/** Keeps the connection to a wallet, and emits its changes. */
export function createSession({ walletOrigin, emit }: { walletOrigin: string; emit: Emit }): Session {
  const store = createSessionStore({ walletOrigin })
  let session: SmartWalletSession | undefined

  const change = (next: SmartWalletSession | undefined) => {
    const before = session
    session = next
    if (!next) {
      if (!before) return
      emitDisconnect({ emit })
      return
    }
    if (!before) emit('connect', { chainId: toHexChain(next.chainId) })
    if (before?.accounts.join() !== next.accounts.join()) {
      emit('accountsChanged', next.accounts)
      if (before) emit('connector', { type: 'accountsChanged', accounts: next.accounts.map(toAccount) })
    }
    if (before && before.chainId !== next.chainId) {
      emit('chainChanged', toHexChain(next.chainId))
      emit('connector', { type: 'chainChanged', chainId: toChainId(next.chainId) })
    }
  }

  return {
    current: () => session,
    restore: async () => {
      const stored = await store.read()
      change(stored && session ? { ...stored, chainId: session.chainId } : stored)
      return session
    },
    keep: async (next) => {
      await store.write(next)
      change(next)
      return next
    },
    forget: async () => {
      await store.clear()
      change(undefined)
    },
  }
}
