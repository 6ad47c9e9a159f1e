import { type ChainId, type EvmAddress, formatUnits, nativeEvmAddress, toAccountId } from '@latchkey/protocol'
import type { HistoryItem, Transfer } from '@latchkey/protocol/api'
import { checksumAddress } from '../chains/checksumAddress.ts'
import { transferKind } from '../chains/transferKind.ts'
import type { HistoryRow } from './historyStore.ts'
import { momentKey } from './historyStore.ts'
import { operationType } from './operationType.ts'
import { isCredible, isPoisonNft, leaveOutPoison, type PoisonScope } from './poisoning.ts'

/** A transfer of an asset before its conversion. */
export type TransferEntry = Pick<
  HistoryRow['transfers'][number],
  'kind' | 'token' | 'sender' | 'receiver' | 'amount' | 'tokenId'
> & {
  /** Caused by another account, whose operation was in the same bundle. */
  isForeign?: boolean
}

/** A mined or pending transaction before its conversion. */
export type HistoryEntry = {
  hash: string
  /** Unix seconds. */
  time: number
  /** Undefined for the operations of a smart account, which have separate nonce keys. */
  nonce?: number
  /** The transaction's sender, or the smart account whose operation it has. */
  sender: EvmAddress
  receiver: EvmAddress | null
  created: EvmAddress | null
  selector: string | null
  /** Wei that it sent, or tried to send. */
  value: bigint
  /** Wei that the sender paid for gas; null if unknown. */
  fee: bigint | null
  status: HistoryItem['metadata']['status']
  transfers: readonly TransferEntry[]
}

export type HistoryScope = PoisonScope & { chainId: ChainId }

/**
 * Returns an item of the activity in the shape of the API.
 *
 * @returns undefined if there is nothing to show: only airdrops of others, spam and deceptions
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
    // Without any transfer (a call, a failure), show the transaction's own value.
    transfers: transfers.length > 0 ? transfers : [toTransfer(carried(entry), entry, scope)],
  }
}

/** Returns the sender and receiver: those of the transfer for a plain transfer, else those of the transaction. */
function partiesOf(
  entry: HistoryEntry,
  { shown, type, scope }: { shown: readonly TransferEntry[]; type: string; scope: HistoryScope },
): { from: string; to: string } {
  const [first] = shown
  // The called contract may have made its own token claim that the account paid someone.
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
          // An approval of a whole collection has no token ID.
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
