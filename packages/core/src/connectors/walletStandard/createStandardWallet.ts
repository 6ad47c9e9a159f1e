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

/** The accounts of one family that a wallet shares with this site. */
export type StandardAccounts = { find: (address: string) => StandardAccount | undefined }

/** Adds a listener for the wallet's removal from the page. */
export type OnGone = (listener: () => void) => () => void

/** Connects a Wallet Standard wallet in one family: `standard:connect`, `standard:disconnect`, `standard:events`. */
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
  /** Converts an account of the family; undefined if it is invalid. */
  readAccount: ReadAccount
  /** Sorts the accounts, if the type of one depends on the others. */
  arrange?: ((accounts: readonly StandardAccount[]) => readonly StandardAccount[]) | undefined
  /** Requests accounts in the family's own way; default: `standard:connect`. */
  ask?: (() => unknown) | undefined
  createProvider: (
    options: { accounts: StandardAccounts } & Parameters<AccountWallet['createProvider']>[0],
  ) => SolanaProvider | BitcoinProvider
  /** Adds a listener for the wallet's removal from the page. */
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
      // Without a silent request, only accounts that are already shared can be used.
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
          // Chains and features may change as well. Only a change of accounts lists them.
          if (Array.isArray(readMember(change, 'accounts'))) listener(read(change))
        })
      } catch {
        // The wallet has no events. Its answers are still valid.
      }
      return () => {
        stopGone()
        if (typeof stopEvents === 'function') stopEvents()
      }
    },
  }
}
