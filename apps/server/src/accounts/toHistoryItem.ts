import { type ChainId, type EvmAddress, formatUnits, nativeEvmAddress, toAccountId } from '@latchkey/protocol'
import type { HistoryItem, Transfer } from '@latchkey/protocol/api'
import { checksumAddress } from '../chains/checksumAddress.ts'
import { transferKind } from '../chains/transferKind.ts'
import type { HistoryRow } from './historyStore.ts'
import { momentKey } from './historyStore.ts'
import { operationType } from './operationType.ts'
import { isCredible, isPoisonNft, leaveOutPoison, type PoisonScope } from './poisoning.ts'

/** A movement of an asset, before it is written. */
export type TransferEntry = Pick<
  HistoryRow['transfers'][number],
  'kind' | 'token' | 'sender' | 'receiver' | 'amount' | 'tokenId'
> & {
  /** Brought about by another account, whose operation went in the same bundle. */
  isForeign?: boolean
}

/** A transaction before it is written as an item, mined or waiting. */
export type HistoryEntry = {
  hash: string
  /** Unix seconds. */
  time: number
  /** Left out of a smart account's operations: theirs count in rows of their own. */
  nonce?: number
  /** Who acted: the transaction's sender, or the smart account whose operation it carried. */
  sender: EvmAddress
  receiver: EvmAddress | null
  created: EvmAddress | null
  selector: string | null
  /** Wei that it sent, or tried to. */
  value: bigint
  /** Wei that the sender paid for gas; null where that is not known. */
  fee: bigint | null
  status: HistoryItem['metadata']['status']
  transfers: readonly TransferEntry[]
}

/** What an item is written with. */
export type HistoryScope = PoisonScope & { chainId: ChainId }

/**
 * Writes an item of the history.
 *
 * @returns undefined when nothing of it is worth showing: tokens thrown at the account by somebody else, what is spam, and what is
 * there to deceive
 */
export function toHistoryItem(entry: HistoryEntry, scope: HistoryScope): HistoryItem | undefined {
  const { chainId, account } = scope
  const own = entry.sender === account
  const shown = leaveOutPoison(entry, scope)
  if (!own && shown.length === 0) return undefined
  const type = operationType(account, { ...entry, transfers: shown })
  const parties = partiesOf(entry, { shown, type, scope })
  const transfers = shown.map((transfer) => toTransfer(transfer, entry, scope))
  return {
    id: `${chainId}:${entry.hash}`,
    metadata: {
      operationType: type,
      hash: entry.hash,
      minedAt: new Date(entry.time * 1000).toISOString(),
      sentFrom: checksumAddress(parties.from),
      sentTo: checksumAddress(parties.to),
      ...(entry.sender === parties.from ? {} : { sentBy: checksumAddress(entry.sender) }),
      status: entry.status,
      ...(entry.nonce === undefined ? {} : { nonce: entry.nonce }),
      ...(own && entry.fee !== null ? { fee: toNative(entry.fee, scope) } : {}),
      application: null,
      chain: chainId,
    },
    // Where nothing moved (a call, a failure), what the transaction itself carries stands for it.
    transfers: transfers.length > 0 ? transfers : [toTransfer(carried(entry), entry, scope)],
  }
}

/** For a plain transfer the people are its own sender and receiver; else those of the transaction. */
function partiesOf(
  entry: HistoryEntry,
  { shown, type, scope }: { shown: readonly TransferEntry[]; type: string; scope: HistoryScope },
): { from: string; to: string } {
  const [first] = shown
  // A contract that was called may have made its own token say that the account paid somebody.
  const isClaimed =
    entry.sender === scope.account &&
    first?.sender === scope.account &&
    type !== 'approve' &&
    (first.isForeign === true || !isCredible(entry, first, scope))
  const isPlain = type === 'send' || type === 'receive' || type === 'mint' || type === 'burn' || type === 'approve'
  if (
    isPlain &&
    first &&
    !isClaimed &&
    shown.every((other) => other.sender === first.sender && other.receiver === first.receiver)
  ) {
    return { from: first.sender, to: first.receiver }
  }
  return { from: entry.sender, to: entry.receiver ?? entry.created ?? '' }
}

function carried({ sender, receiver, created, value }: HistoryEntry): TransferEntry {
  const to = receiver ?? created ?? sender
  return { kind: transferKind.native, token: nativeEvmAddress, sender, receiver: to, amount: value, tokenId: null }
}

function toTransfer(transfer: TransferEntry, entry: HistoryEntry, scope: HistoryScope): Transfer {
  const { account, chainId, infos, spam, prices } = scope
  const { kind, token, amount, tokenId } = transfer
  const info = infos.get(token)
  const nft = isNft(kind) || (kind === transferKind.approval && tokenId !== null)
  const numeric = nft ? amount.toString() : formatUnits(amount, info?.decimals ?? 0)
  const price = nft ? null : (prices.get(momentKey({ token, time: entry.time })) ?? null)
  return {
    fungible_info: nft
      ? null
      : {
          name: info?.name ?? 'Unknown token',
          symbol: info?.symbol ?? '???',
          icon: { url: info?.iconUrl ?? null },
        },
    nft_info: nft
      ? {
          // All of a collection, where an approval is about all: it has no number then.
          name: tokenId === null || tokenId < 0n ? (info?.name ?? 'NFT') : `${info?.name ?? 'NFT'} #${tokenId}`,
          content: { preview: { url: null } },
          flags: { is_spam: spam.has(token) || isPoisonNft(entry, transfer, scope) },
        }
      : null,
    address: token === nativeEvmAddress ? null : toAccountId({ chainId, address: token }),
    direction: directionOf(transfer, account),
    quantity: { numeric },
    value: price === null || kind === transferKind.approval ? null : price * Number(numeric),
    price,
  }
}

function toNative(amount: bigint, { infos }: HistoryScope): string {
  return formatUnits(amount, infos.get(nativeEvmAddress)?.decimals ?? 18)
}

function directionOf({ kind, sender, receiver }: TransferEntry, account: EvmAddress): Transfer['direction'] {
  // An approval moves nothing.
  if (sender === receiver || kind === transferKind.approval) return 'self'
  return sender === account ? 'out' : 'in'
}

function isNft(kind: number): boolean {
  return kind === transferKind.erc721 || kind === transferKind.erc1155
}
