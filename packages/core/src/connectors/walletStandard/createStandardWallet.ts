import type { ChainNamespace } from '@latchkey/protocol'
import type { BitcoinProvider, SolanaProvider } from '../Connector.ts'
import type { AccountWallet } from './AccountWallet.ts'
import {
  type ReadAccount,
  readMember,
  readStandardAccounts,
  type StandardAccount,
  type StandardWallet,
} from './readStandardWallet.ts'

/** The accounts that a wallet of the standard shares with this site in one family. */
export type StandardAccounts = { find: (address: string) => StandardAccount | undefined }

/** Tells when a wallet took itself back. */
export type OnGone = (listener: () => void) => () => void

/** Connects a wallet of the Wallet Standard in one family: `standard:connect`, `standard:disconnect`, `standard:events`. */
export function createStandardWallet({
  wallet,
  namespace,
  readAccount,
  arrange = (accounts) => accounts,
  ask,
  createProvider,
  onGone,
}: {
  wallet: StandardWallet
  namespace: ChainNamespace
  /** Checks an account of the family, and says what it is; undefined for what is none. */
  readAccount: ReadAccount
  /** Orders the accounts, where what one is depends on the others. */
  arrange?: ((accounts: readonly StandardAccount[]) => readonly StandardAccount[]) | undefined
  /** Asks for accounts in the family's own way; `standard:connect` when left out. */
  ask?: (() => unknown) | undefined
  createProvider: (
    options: { accounts: StandardAccounts } & Parameters<AccountWallet['createProvider']>[0],
  ) => SolanaProvider | BitcoinProvider
  /** Tells that the wallet took itself back. */
  onGone: OnGone
}): AccountWallet {
  let shared: readonly StandardAccount[] = []
  const read = (answer?: unknown) => {
    const given = readMember(answer, 'accounts')
    const accounts = Array.isArray(given) ? given : wallet.accounts()
    shared = arrange(readStandardAccounts({ accounts, namespace, readAccount }))
    return shared
  }
  return {
    connect: async ({ silent }) => {
      if (!silent && ask) return read(await ask())
      if (wallet.has('standard:connect'))
        return read(await wallet.call('standard:connect', 'connect', ...(silent ? [{ silent: true }] : [])))
      // Without a way to ask silently, what is shared already is all that may be used.
      return read()
    },
    disconnect: async () => {
      if (wallet.has('standard:disconnect')) await wallet.call('standard:disconnect', 'disconnect')
    },
    createProvider: (options) =>
      createProvider({
        ...options,
        accounts: { find: (address) => shared.find(({ account }) => account.address === address) },
      }),
    subscribe: (listener) => {
      const stopGone = onGone(() => listener([]))
      let stopEvents: unknown
      try {
        stopEvents = wallet.call('standard:events', 'on', 'change', (change: unknown) => {
          // Chains and features may change, too; only a change of accounts lists them.
          if (Array.isArray(readMember(change, 'accounts'))) listener(read(change))
        })
      } catch {
        // A wallet that tells nothing; what it answers is still true.
      }
      return () => {
        stopGone()
        if (typeof stopEvents === 'function') stopEvents()
      }
    },
  }
}
