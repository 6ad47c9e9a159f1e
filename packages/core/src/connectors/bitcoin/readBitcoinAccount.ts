import type { ChainId } from '@latchkey/protocol'
import type { AccountType, WalletAccount } from '../Connector.ts'
import { toHex } from '../walletStandard/readBytes.ts'

const segwit = /^(bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}$/
const base58 = /^[13mn2][1-9A-HJ-NP-Za-km-z]{25,39}$/
const stacks = /^S[PMTN][0-9A-HJKMNP-TV-Z]{28,41}$/
const purposes: Readonly<Record<string, AccountType>> = { payment: 'payment', ordinals: 'ordinal', stacks: 'stx' }

/** Whether a value has the format of a Bitcoin address of any network (without a checksum check). */
export function isBitcoinAddress(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 90 && (segwit.test(value.toLowerCase()) || base58.test(value))
}

/** Whether an address is a taproot address (BIP-86). */
function isTaproot(address: string): boolean {
  return /^(bc|tb|bcrt)1p/i.test(address)
}

/** Whether an address belongs to the main network. The test networks share their formats. */
export function isMainAddress(address: string): boolean {
  return /^(bc1|[13])/i.test(address)
}

/**
 * Reads an account of a Bitcoin wallet. Without a purpose, a taproot address is for ordinals, as in most wallets.
 *
 * @param options.publicKey bytes, or hexadecimal
 */
export function readBitcoinAccount({
  address,
  publicKey,
  purpose,
}: {
  address: unknown
  publicKey?: unknown
  purpose?: unknown
}): WalletAccount | undefined {
  const known = typeof purpose === 'string' && Object.hasOwn(purposes, purpose) ? purposes[purpose] : undefined
  const isStacks = typeof address === 'string' && stacks.test(address)
  if (typeof address !== 'string' || (!isStacks && !isBitcoinAddress(address))) return undefined
  const key =
    publicKey instanceof Uint8Array
      ? toHex(publicKey)
      : typeof publicKey === 'string' && /^[0-9a-f]{64,130}$/i.test(publicKey)
        ? publicKey.toLowerCase()
        : ''
  return {
    namespace: 'bip122',
    address,
    type: isStacks ? 'stx' : (known ?? (isTaproot(address) ? 'ordinal' : 'payment')),
    ...(key ? { publicKey: key } : {}),
  }
}

/**
 * Sorts the accounts of a wallet, the payment account first. A wallet with only a taproot address pays with it.
 *
 * @param accounts entries with an account; other fields are kept
 */
export function arrangeBitcoinAccounts<Entry extends { account: WalletAccount; chainIds: readonly ChainId[] }>(
  accounts: readonly Entry[],
): Entry[] {
  const pays = accounts.some(({ account }) => account.type === 'payment')
  const arranged = accounts.map((entry) =>
    !pays && entry.account.type === 'ordinal'
      ? { ...entry, account: { ...entry.account, type: 'payment' as const } }
      : entry,
  )
  const rank = { payment: 0, ordinal: 1, stx: 2, eoa: 3, smartAccount: 3 }
  // A Stacks account alone is not a Bitcoin account.
  if (arranged.every(({ account }) => account.type === 'stx')) return []
  return arranged.sort((a, b) => rank[a.account.type] - rank[b.account.type])
}
