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
  /** Those alone to whom an account has sent. */
  history: (account: string) => Promise<KnownAddress[]>
  /** Remembers whom something was sent to, so that the next time it is no first time. */
  note: (options: { account: string; description: Description }) => Promise<void>
}

/** Makes {@link Receivers}; they are kept in the device's store. */
export function createReceivers({ store }: { store: KeyValueStore }): Receivers {
  const read = async (account: string) => (await store.get('receivers', keyOf(account))) ?? []
  return {
    history: async (account) => (await read(account)).map((address) => ({ address, kind: 'history' })),
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
      await store.put('receivers', keyOf(account), [...all].slice(-most))
    },
  }
}

function receiversOf(description: Description): string[] {
  const { fields, intent, target, parts, family } = description
  const coins = family?.coins?.outputs.flatMap(({ kind, address }) => (kind === 'receiver' && address ? [address] : []))
  if (coins) return coins
  // Several transactions of Solana, or what one of them does, step by step.
  if (family && parts.length > 0) return parts.flatMap((part) => receiversOf({ family, ...part }))
  const named = fields
    .filter(({ label }) => label === 'receiver')
    .flatMap(({ value }) => (value.kind === 'address' ? [keyOf(value.address)] : []))
  return named.length === 0 && intent === 'send' && target ? [keyOf(target.address)] : named
}

/** Hexadecimal is written in whatever case; base58 is not. */
function keyOf(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address
}
