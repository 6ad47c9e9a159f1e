import type { Description, KnownAddress } from '@latchkey/clear-signing'
import type { KeyValueStore } from '../device/KeyValueStore.ts'
import type { OperationAccount } from '../operations/Operations.ts'
import type { WalletView } from '../wallet/walletReducer.ts'

/** Number of remembered receivers for each account. */
const most = 200

/** Addresses that an account has paid from this device. */
export type Receivers = {
  /** Returns these and the wallet's own addresses, for comparison with the addresses of a request. */
  known: (options: {
    account: string
    wallet: WalletView
    accounts: readonly OperationAccount[]
  }) => Promise<KnownAddress[]>
  /** Returns only the addresses that an account has sent to. */
  history: (account: string) => Promise<KnownAddress[]>
  /** Remembers a receiver, so that the next payment to it is not a first one. */
  note: (options: { account: string; description: Description }) => Promise<void>
}

/** Creates {@link Receivers} in the device's store. */
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
  // Several Solana transactions, or the steps of one.
  if (family && parts.length > 0) return parts.flatMap((part) => receiversOf({ family, ...part }))
  const named = fields
    .filter(({ label }) => label === 'receiver')
    .flatMap(({ value }) => (value.kind === 'address' ? [keyOf(value.address)] : []))
  return named.length === 0 && intent === 'send' && target ? [keyOf(target.address)] : named
}

/** Hexadecimal is case-insensitive, base58 is not. */
function keyOf(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address
}
