import type { Description, KnownAddress } from '@latchkey/clear-signing'
import type { KeyValueStore } from '../device/KeyValueStore.ts'
import type { OperationAccount } from '../operations/Operations.ts'
import type { WalletView } from '../wallet/walletReducer.ts'

/** How many an account remembers. */
const most = 200

/** Whom an account has paid from this device. */
export type Receivers = {
  /** Those, and the wallet's own addresses: what a request names is held against them. */
  known: (options: {
    account: string
    wallet: WalletView
    accounts: readonly OperationAccount[]
  }) => Promise<KnownAddress[]>
  /** Remembers whom something was sent to, so that the next time it is no first time. */
  note: (options: { account: string; description: Description }) => Promise<void>
}

/** Makes {@link Receivers}; they are kept in the device's store. */
export function createReceivers({ store }: { store: KeyValueStore }): Receivers {
  const read = async (account: string) => (await store.get('receivers', account.toLowerCase())) ?? []
  return {
    known: async ({ account, wallet, accounts }) => [
      ...accounts.map(({ address }) => ({ address, kind: 'own' as const })),
      ...wallet.accounts
        .filter(({ namespace }) => namespace === 'eip155')
        .map(({ address }) => ({ address: address as `0x${string}`, kind: 'own' as const })),
      ...(await read(account)).map((address) => ({ address: address as `0x${string}`, kind: 'history' as const })),
    ],
    note: async ({ account, description }) => {
      const receivers = receiversOf(description)
      if (receivers.length === 0) return
      const all = new Set([...(await read(account)), ...receivers])
      await store.put('receivers', account.toLowerCase(), [...all].slice(-most))
    },
  }
}

function receiversOf({ fields, intent, target }: Description): string[] {
  const named = fields
    .filter(({ label }) => label === 'receiver')
    .flatMap(({ value }) => (value.kind === 'address' ? [value.address.toLowerCase()] : []))
  return named.length === 0 && intent === 'send' && target ? [target.address.toLowerCase()] : named
}
