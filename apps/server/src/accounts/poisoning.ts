import { createLookAlikes, type EvmAddress, formatUnits, nativeEvmAddress } from '@latchkey/protocol'
import { zeroAddress } from '../chains/decodeLog.ts'
import { transferKind } from '../chains/transferKind.ts'
import type { TokenInfo } from '../prices/readTokenInfos.ts'
import { momentKey } from './historyStore.ts'
import type { HistoryEntry } from './toHistoryItem.ts'

/** Receivers of an account. */
export type Dealings = {
  /** Whether the account itself paid the address. */
  isPaid: (address: EvmAddress) => boolean
  /** Returns the similar-looking address for which it can be mistaken: one that the account paid, or the account itself. */
  lookAlike: (address: EvmAddress) => string | undefined
}

/** Data that the judgment of transfers depends on. */
export type PoisonScope = {
  account: EvmAddress
  dealings: Dealings
  infos: ReadonlyMap<EvmAddress, TokenInfo>
  spam: ReadonlySet<EvmAddress>
  /** USD by `momentKey`. */
  prices: ReadonlyMap<string, number>
}

type Transfer = HistoryEntry['transfers'][number]

/** USD below which a payment of a stranger is dust, sent only to be seen. */
const dust = 0.005
/** USD from which a payment is always shown, because a deception is not worth that much. */
const realMoney = 10

/** Creates the dealings of an account from the addresses that it paid. */
export function createDealings({ account, paid }: { account: EvmAddress; paid: ReadonlySet<EvmAddress> }): Dealings {
  return { isPaid: (address) => paid.has(address), lookAlike: createLookAlikes([account, ...paid]) }
}

/**
 * Removes the transfers of a transaction that try to deceive (address poisoning). They place an address in the history that
 * looks like a known receiver, so that the visitor copies it.
 *
 * In a transaction of others, it removes:
 * - zero transfers, which every token lets anyone make
 * - spam tokens
 * - dust from strangers
 * - small payments from strangers that look like an address that the account paid
 * - faked transfers from the account to such an address, in tokens that anyone may have created
 *
 * In the account's own transaction, it removes zero transfers that the account did not request from the token.
 */
export function leaveOutPoison(entry: HistoryEntry, scope: PoisonScope): readonly Transfer[] {
  return entry.transfers.filter((transfer) => {
    const isOwn = isOwnDoing(entry, transfer, scope)
    const isNothing = transfer.amount === 0n && transfer.kind !== transferKind.approval && !isNft(transfer)
    if (isOwn) return !isNothing || isNative(transfer) || entry.receiver === transfer.token
    // NFTs stay, with a spam flag: clients decide.
    if (isNft(transfer)) return true
    return !isNothing && !scope.spam.has(transfer.token) && !isPoison(entry, transfer, scope)
  })
}

/** Whether the other side of an NFT transfer looks like an address that the account paid. */
export function isPoisonNft(entry: HistoryEntry, transfer: Transfer, scope: PoisonScope): boolean {
  const { account, dealings } = scope
  if (isOwnDoing(entry, transfer, scope) || !isNft(transfer)) return false
  const other = transfer.sender === account ? transfer.receiver : transfer.sender
  return !dealings.isPaid(other) && dealings.lookAlike(other) !== undefined
}

/**
 * Whether a transfer from the account is certainly its own, so that the receiver counts as paid. That is its own call of the
 * token, or an asset that cannot lie. Any other token can claim that the account moved it.
 */
export function isCredible(entry: HistoryEntry, transfer: Transfer, { infos }: Pick<PoisonScope, 'infos'>): boolean {
  return isNative(transfer) || entry.receiver === transfer.token || infos.get(transfer.token)?.listed === true
}

/** Whether the account itself caused a transfer. A bundle has operations of other accounts as well. */
function isOwnDoing({ sender }: HistoryEntry, { isForeign }: Transfer, { account }: PoisonScope): boolean {
  return sender === account && isForeign !== true
}

function isPoison({ time }: HistoryEntry, transfer: Transfer, scope: PoisonScope): boolean {
  const { account, dealings, infos, prices } = scope
  const { token, amount } = transfer
  if (transfer.kind === transferKind.approval) return false
  const info = infos.get(token)
  if (transfer.sender === account)
    return !isNative(transfer) && info?.listed !== true && dealings.lookAlike(transfer.receiver) !== undefined
  if (transfer.sender === zeroAddress || dealings.isPaid(transfer.sender)) return false
  const price = prices.get(momentKey({ token, time })) ?? null
  const worth = price === null ? null : price * Number(formatUnits(amount, info?.decimals ?? 0))
  if (worth !== null && worth < dust) return true
  return (worth === null || worth < realMoney) && dealings.lookAlike(transfer.sender) !== undefined
}

function isNative({ token }: Transfer): boolean {
  return token === nativeEvmAddress
}

function isNft({ kind }: Transfer): boolean {
  return kind === transferKind.erc721 || kind === transferKind.erc1155
}
