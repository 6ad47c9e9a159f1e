import { type ChainId, type EvmAddress, formatUnits, nativeEvmAddress, toAccountId } from '@latchkey/protocol'
import type { HistoryItem, Transfer } from '@latchkey/protocol/api'
import { transferKind } from '../indexer/schema.ts'
import type { TokenInfo } from '../indexer/tokenInfo.ts'
import type { HistoryRow } from './historyStore.ts'
import { momentKey } from './historyStore.ts'
import { operationType } from './operationType.ts'

type TransferEntry = Pick<
  HistoryRow['transfers'][number],
  'kind' | 'token' | 'sender' | 'receiver' | 'amount' | 'tokenId'
>

/** A transaction before it is written as an item, mined or waiting. */
export type HistoryEntry = {
  hash: string
  /** Unix seconds. */
  time: number
  nonce: number
  sender: EvmAddress
  receiver: EvmAddress | null
  created: EvmAddress | null
  selector: string | null
  /** Wei that it sent, or tried to. */
  value: bigint
  status: HistoryItem['metadata']['status']
  transfers: readonly TransferEntry[]
}

/** What an item is written with. */
export type HistoryScope = {
  chainId: ChainId
  account: EvmAddress
  infos: ReadonlyMap<EvmAddress, TokenInfo>
  spam: ReadonlySet<EvmAddress>
  /** usd by `momentKey`. */
  prices: ReadonlyMap<string, number>
}

/**
 * Writes an item of the history.
 *
 * @returns undefined when nothing of it is worth showing: tokens thrown at the account by somebody else, and what is spam
 */
export function toHistoryItem(entry: HistoryEntry, scope: HistoryScope): HistoryItem | undefined {
  const { chainId, account, spam } = scope
  const own = entry.sender === account
  // NFTs stay, flagged as spam: clients decide. Spam tokens of others are left out, their names are the lure.
  const shown = own ? entry.transfers : entry.transfers.filter(({ kind, token }) => isNft(kind) || !spam.has(token))
  if (!own && shown.length === 0) return undefined
  const type = operationType(account, { ...entry, transfers: shown })
  const parties = partiesOf(entry, shown, type)
  const transfers = shown.map((transfer) => toTransfer(transfer, entry.time, scope))
  return {
    id: `${chainId}:${entry.hash}`,
    metadata: {
      operationType: type,
      hash: entry.hash,
      minedAt: new Date(entry.time * 1000).toISOString(),
      sentFrom: parties.from,
      sentTo: parties.to,
      status: entry.status,
      nonce: entry.nonce,
      application: null,
      chain: chainId,
    },
    // Where nothing moved (a call, a failure), what the transaction itself carries stands for it.
    transfers: transfers.length > 0 ? transfers : [toTransfer(carried(entry), entry.time, scope)],
  }
}

/** For a plain transfer the people are its own sender and receiver; else those of the transaction. */
function partiesOf(entry: HistoryEntry, shown: readonly TransferEntry[], type: string): { from: string; to: string } {
  const [first] = shown
  const isPlain = type === 'send' || type === 'receive' || type === 'mint' || type === 'burn' || type === 'approve'
  if (isPlain && first && shown.every((other) => other.sender === first.sender && other.receiver === first.receiver)) {
    return { from: first.sender, to: first.receiver }
  }
  return { from: entry.sender, to: entry.receiver ?? entry.created ?? '' }
}

function carried({ sender, receiver, created, value }: HistoryEntry): TransferEntry {
  const to = receiver ?? created ?? sender
  return { kind: transferKind.native, token: nativeEvmAddress, sender, receiver: to, amount: value, tokenId: null }
}

function toTransfer(transfer: TransferEntry, time: number, scope: HistoryScope): Transfer {
  const { account, chainId, infos, spam, prices } = scope
  const { kind, token, amount, tokenId } = transfer
  const info = infos.get(token)
  const nft = isNft(kind) || (kind === transferKind.approval && tokenId !== null)
  const numeric = nft ? amount.toString() : formatUnits(amount, info?.decimals ?? 0)
  const price = nft ? null : (prices.get(momentKey({ token, time })) ?? null)
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
          flags: { is_spam: spam.has(token) },
        }
      : null,
    address: token === nativeEvmAddress ? null : toAccountId({ chainId, address: token }),
    direction: directionOf(transfer, account),
    quantity: { numeric },
    value: price === null || kind === transferKind.approval ? null : price * Number(numeric),
    price,
  }
}

function directionOf({ kind, sender, receiver }: TransferEntry, account: EvmAddress): Transfer['direction'] {
  // An approval moves nothing.
  if (sender === receiver || kind === transferKind.approval) return 'self'
  return sender === account ? 'out' : 'in'
}

function isNft(kind: number): boolean {
  return kind === transferKind.erc721 || kind === transferKind.erc1155
}
