import { createLookAlikes, type EvmAddress, formatUnits, nativeEvmAddress } from '@latchkey/protocol'
import { zeroAddress } from '../chains/decodeLog.ts'
import { transferKind } from '../chains/transferKind.ts'
import type { TokenInfo } from '../prices/readTokenInfos.ts'
import { momentKey } from './historyStore.ts'
import type { HistoryEntry } from './toHistoryItem.ts'

/** Whom an account has to do with. */
export type Dealings = {
  /** Whether the account itself paid the address. */
  isPaid: (address: EvmAddress) => boolean
  /** One that the account paid, or the account itself, for which the address can be mistaken. */
  lookAlike: (address: EvmAddress) => string | undefined
}

/** What transfers are judged by. */
export type PoisonScope = {
  account: EvmAddress
  dealings: Dealings
  infos: ReadonlyMap<EvmAddress, TokenInfo>
  spam: ReadonlySet<EvmAddress>
  /** usd by `momentKey`. */
  prices: ReadonlyMap<string, number>
}

type Transfer = HistoryEntry['transfers'][number]

/** Usd below which a payment of a stranger is dust: there to be seen, and not to be had. */
const dust = 0.005
/** Usd from which nobody throws money after a deception: it is shown whoever sent it. */
const realMoney = 10

/** Makes what is known of an account's dealings from those whom it paid. */
export function createDealings({ account, paid }: { account: EvmAddress; paid: ReadonlySet<EvmAddress> }): Dealings {
  return { isPaid: (address) => paid.has(address), lookAlike: createLookAlikes([account, ...paid]) }
}

/**
 * Leaves out the transfers of a transaction that are there to deceive its reader (address poisoning): to have an address in
 * the history that looks like one the account deals with, so that it is copied from there.
 *
 * In a transaction that the account did not send: transfers of nothing, which every token lets everybody make; spam tokens;
 * payments of next to nothing by strangers; small ones by strangers who look like somebody the account paid, and moves "of" the
 * account to such, in tokens that anybody may have made. In its own: transfers of nothing that it did not ask the token for.
 */
export function leaveOutPoison(entry: HistoryEntry, scope: PoisonScope): readonly Transfer[] {
  return entry.transfers.filter((transfer) => {
    const isOwn = isOwnDoing(entry, transfer, scope)
    const isNothing = transfer.amount === 0n && transfer.kind !== transferKind.approval && !isNft(transfer)
    if (isOwn) return !isNothing || isNative(transfer) || entry.receiver === transfer.token
    // NFTs stay, flagged as spam: clients decide.
    if (isNft(transfer)) return true
    return !isNothing && !scope.spam.has(transfer.token) && !isPoison(entry, transfer, scope)
  })
}

/** Whether an NFT came from, or seems to have gone to, somebody who looks like one whom the account paid. */
export function isPoisonNft(entry: HistoryEntry, transfer: Transfer, scope: PoisonScope): boolean {
  const { account, dealings } = scope
  if (isOwnDoing(entry, transfer, scope) || !isNft(transfer)) return false
  const other = transfer.sender === account ? transfer.receiver : transfer.sender
  return !dealings.isPaid(other) && dealings.lookAlike(other) !== undefined
}

/**
 * Whether a transfer from the account is its own doing for sure, so that the receiver counts as somebody it paid: its own call
 * of the token, or an asset that does not lie. Of other tokens anybody can claim that the account moved them.
 */
export function isCredible(entry: HistoryEntry, transfer: Transfer, { infos }: Pick<PoisonScope, 'infos'>): boolean {
  return isNative(transfer) || entry.receiver === transfer.token || infos.get(transfer.token)?.listed === true
}

/** Whether the account itself brought a transfer about: in a bundle, others act beside it. */
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
