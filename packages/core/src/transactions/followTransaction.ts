import type { AccountId } from '@latchkey/protocol'
import type { Environment } from '../environment/Environment.ts'
import type { GatewayClient } from '../http/createGatewayClient.ts'
import type { RealtimeFeature } from '../realtime/RealtimeFeature.ts'
import type { Ledger } from './createLedger.ts'
import { findNumbered } from './findNumbered.ts'
import { findTransaction } from './findTransaction.ts'
import { followRecord, slowInterval } from './followRecord.ts'
import {
  isCancellation,
  isSameCall,
  type Receipt,
  readBlockHash,
  readCount,
  readHead,
  readReceipt,
  readTransaction,
} from './readChain.ts'
import type { TransactionRecord } from './transactionRecord.ts'

/** Number of following blocks after which a transaction is final. */
const finalDepth = 12n
/** Milliseconds for which the user of a nonce may be missing before it counts as another transaction. */
const usedDoubt = 60_000
/** Milliseconds in which an uncertain transaction is looked for at the usual interval; later every half minute. */
const searchedOften = 600_000
const rareInterval = 30_000

/** Options of {@link followTransaction}. */
export type FollowParameters = {
  environment: Environment
  ledger: Pick<Ledger, 'get' | 'apply' | 'all'>
  gateway: GatewayClient
  /** Returns the hashes of the account's transactions from a nonce on, with pending ones that the server knows. */
  readHistory: (options: { accountId: AccountId; nonce: number }) => Promise<readonly string[]>
  /** Asks the wallet for the status of a batch. */
  readBatch: (record: TransactionRecord) => Promise<void>
  /** Whether the page that made the request still waits for the answer. */
  isAsking: (record: TransactionRecord) => Promise<boolean>
}

/**
 * Follows a transaction until it is settled, with {@link followRecord}.
 * Requests of a look, through the gateway (Ethereum JSON-RPC):
 *
 * - always: `eth_getTransactionReceipt` of each hash, `eth_blockNumber`, and `eth_getTransactionCount` once the nonce is known
 * - in a block: `eth_getBlockByNumber`, to see whether the block is still part of the chain (`lost`, `buried`) or precedes the wallet
 *   request (`misnamed`)
 * - not in a block: `eth_getTransactionByHash` for its nonce (`known`), and a search for the transaction that used that nonce instead
 *   (`mined` by a cancellation or a stranger, `replaced`)
 *
 * @param options.id of the record. Results go to `ledger.apply` as a `TransactionEvent`.
 * @returns a function that stops following
 */
export function followTransaction({
  realtime,
  id,
  ...parameters
}: FollowParameters & { realtime: RealtimeFeature; id: string }): () => void {
  const { environment, ledger } = parameters
  const doubts = { gone: 0, used: 0, usedSince: 0 }
  return followRecord({
    ...{ environment, realtime, ledger, id },
    look: (record, counts) => {
      const apply: typeof ledger.apply = (...event) => counts() && ledger.apply(...event)
      return look({ ...parameters, ledger: { ...ledger, apply }, record, doubts })
    },
    restOf: ({ status }, waited) =>
      status.type === 'uncertain' && waited > searchedOften ? rareInterval : slowInterval,
  })
}

type Look = FollowParameters & { record: TransactionRecord; doubts: { gone: number; used: number; usedSince: number } }

async function look(parameters: Look): Promise<void> {
  const { ledger, record, readBatch, isAsking } = parameters
  const { id, status, batchId, isTaken, decided } = record
  if (!isTaken) {
    if (status.type === 'asked' && (await isAsking(record))) return
    ledger.apply(id, { type: 'left' })
  }
  // Only its wallet knows the status of a batch.
  if (batchId !== undefined && !decided) await readBatch(record)
  else if (status.type === 'asked' || status.type === 'uncertain') await findTransaction(parameters)
  else await lookAt(parameters)
}

/** Looks for one of the hashes in a block, and checks that the block remains. */
async function lookAt({ environment, ledger, gateway, readHistory, record, doubts }: Look): Promise<void> {
  const { id, hashes, decided, nonce, sender = record.from, batchId } = record
  const watched = decided && !hashes.includes(decided.hash) ? [...hashes, decided.hash] : hashes
  const [receipts, head, count] = await Promise.all([
    Promise.all(watched.map((hash) => readReceipt({ gateway, hash, account: record.from }))),
    readHead(gateway),
    nonce === undefined ? undefined : readCount(gateway, sender),
  ])
  const receipt = receipts.find((one) => one !== undefined)
  if (receipt && batchId !== undefined && receipt.blockHash !== decided?.blockHash) {
    ledger.apply(id, { type: 'lost' })
    return
  }
  if (receipt && batchId === undefined && !decided && (await isOlder({ gateway, record, receipt }))) {
    ledger.apply(id, { type: 'misnamed', hash: receipt.hash })
    return
  }
  if (receipt) {
    doubts.gone = 0
    doubts.used = 0
    note({ ledger, record, receipt })
    if (head < receipt.block + finalDepth) return
    // One node may be on an abandoned fork while another counts the blocks of the real chain.
    const kept = await readBlockHash(gateway, receipt.block)
    if (kept === receipt.blockHash) ledger.apply(id, { type: 'buried', at: environment.now() })
    return
  }
  if (decided) {
    const now = await readBlockHash(gateway, decided.block)
    // The node may lag behind, so that only the third answer counts.
    const isGone = now === undefined ? ++doubts.gone >= 3 : now !== decided.blockHash
    if (isGone) ledger.apply(id, { type: 'lost' })
    return
  }
  if (nonce === undefined) {
    const known = (await Promise.all(hashes.map((hash) => readTransaction(gateway, hash)))).find(Boolean)
    if (known) ledger.apply(id, { type: 'known', nonce: known.nonce, sender: known.from })
    return
  }
  // A bundler may replace its transaction by another one with the same calls, so that a used nonce proves nothing.
  const isOwnNumber = sender.toLowerCase() === record.from.toLowerCase()
  if (count === undefined || count <= nonce || !isOwnNumber) {
    doubts.used = 0
    return
  }
  // Its nonce is used: either it was mined just now, or another transaction replaced it.
  if (++doubts.used < 2) return
  if (doubts.used === 2) doubts.usedSince = environment.now()
  const found = await findNumbered({ gateway, readHistory, record, nonce }).catch(() => undefined)
  if (!found) {
    // The node that reports the nonce may be ahead of the one that was asked for the receipt.
    const isLong = doubts.used >= 5 && environment.now() - doubts.usedSince >= usedDoubt
    if (isLong) ledger.apply(id, { type: 'replaced', at: environment.now() })
    return
  }
  const mined = await readReceipt({ gateway, hash: found.hash, account: record.from })
  if (!mined) return
  const by = isSameCall(found, record.call) ? 'itself' : isCancellation(found) ? 'cancellation' : 'stranger'
  ledger.apply(id, { type: 'mined', by, ...mined })
}

/** Whether it was in a block before the wallet was asked. Then it is another transaction, even if the wallet returned its hash. */
async function isOlder({ gateway, record, receipt }: Pick<Look, 'gateway' | 'record'> & { receipt: Receipt }) {
  const { floor } = record
  if (!floor || receipt.block >= floor.block) return false
  // After a reorganization of the newest block of that time, a lower block may well be younger.
  return (await readBlockHash(gateway, floor.block)) === floor.blockHash
}

function note({ ledger, record, receipt }: Pick<Look, 'ledger' | 'record'> & { receipt: Receipt }): void {
  const { id, hashes, cancelHashes } = record
  const by = cancelHashes.includes(receipt.hash)
    ? 'cancellation'
    : hashes.includes(receipt.hash)
      ? 'itself'
      : 'stranger'
  ledger.apply(id, { type: 'mined', by, ...receipt })
}
