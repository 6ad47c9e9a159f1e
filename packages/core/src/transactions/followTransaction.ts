import type { AccountId } from '@latchkey/protocol'
import type { Environment } from '../environment/Environment.ts'
import type { GatewayClient } from '../http/createGatewayClient.ts'
import type { RealtimeFeature } from '../realtime/RealtimeFeature.ts'
import type { Ledger } from './createLedger.ts'
import { findNumbered } from './findNumbered.ts'
import { followRecord, slowInterval } from './followRecord.ts'
import { lookFor } from './lookFor.ts'
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

/** So many blocks later a transaction stays where it is. */
const finalDepth = 12n
/** How long the one that used a number may be missing before it counts as another (milliseconds). */
const usedDoubt = 60_000
/** How long one that nobody can tell of is looked for as often as that; later every half minute. */
const searchedOften = 600_000
const rareInterval = 30_000

/** What following a transaction needs. */
export type FollowParameters = {
  environment: Environment
  ledger: Pick<Ledger, 'get' | 'apply' | 'all'>
  gateway: GatewayClient
  /** Hashes of what the account has sent from a number on, waiting ones included where the server knows them. */
  readHistory: (options: { accountId: AccountId; nonce: number }) => Promise<readonly string[]>
  /** Of a batch: asks the wallet what became of it. */
  readBatch: (record: TransactionRecord) => Promise<void>
  /** Whether the page that asks still waits for the answer. */
  isAsking: (record: TransactionRecord) => Promise<boolean>
}

/**
 * Follows a transaction until it is settled, as `followRecord` says.
 *
 * What a look asks, through the gateway (Ethereum JSON-RPC):
 * - always `eth_getTransactionReceipt` of each hash, `eth_blockNumber`, and `eth_getTransactionCount` once the number is known
 * - in a block: `eth_getBlockByNumber`, whether the chain still has that block (`lost`, `buried`) or it came before the question
 *   (`misnamed`)
 * - in none: `eth_getTransactionByHash` for its number (`known`), and who used that number instead (`mined` by a cancellation or a
 *   stranger, `replaced`)
 *
 * @param options.id the record that is followed; what is learned of it goes to `ledger.apply`, as a `TransactionEvent`
 * @returns the function that stops
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
  // What became of a batch, its wallet alone knows.
  if (batchId !== undefined && !decided) await readBatch(record)
  else if (status.type === 'asked' || status.type === 'uncertain') await lookFor(parameters)
  else await lookAt(parameters)
}

/** Looks whether one of the hashes is in a block, and whether it stays there. */
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
    // Of several nodes one may be left behind on blocks that the chain gave up, and another count the chain's own.
    const kept = await readBlockHash(gateway, receipt.block)
    if (kept === receipt.blockHash) ledger.apply(id, { type: 'buried', at: environment.now() })
    return
  }
  if (decided) {
    const now = await readBlockHash(gateway, decided.block)
    // A node that has not come as far may lag behind, so it is believed the third time.
    const isGone = now === undefined ? ++doubts.gone >= 3 : now !== decided.blockHash
    if (isGone) ledger.apply(id, { type: 'lost' })
    return
  }
  if (nonce === undefined) {
    const known = (await Promise.all(hashes.map((hash) => readTransaction(gateway, hash)))).find(Boolean)
    if (known) ledger.apply(id, { type: 'known', nonce: known.nonce, sender: known.from })
    return
  }
  // Who sends for a smart account may put another in the place of what it sent, with the same calls in it: nothing follows from that.
  const isOwnNumber = sender.toLowerCase() === record.from.toLowerCase()
  if (count === undefined || count <= nonce || !isOwnNumber) {
    doubts.used = 0
    return
  }
  // Its number is used: either it came into a block just now, or another one took its place.
  if (++doubts.used < 2) return
  if (doubts.used === 2) doubts.usedSince = environment.now()
  const found = await findNumbered({ gateway, readHistory, record, nonce }).catch(() => undefined)
  if (!found) {
    // A node that tells of the number may know more than the one that was asked for the receipt.
    const isLong = doubts.used >= 5 && environment.now() - doubts.usedSince >= usedDoubt
    if (isLong) ledger.apply(id, { type: 'replaced', at: environment.now() })
    return
  }
  const mined = await readReceipt({ gateway, hash: found.hash, account: record.from })
  if (!mined) return
  const by = isSameCall(found, record.call) ? 'itself' : isCancellation(found) ? 'cancellation' : 'stranger'
  ledger.apply(id, { type: 'mined', by, ...mined })
}

/** Whether it was in a block before the wallet was asked: then it is another, whatever the wallet calls it. */
async function isOlder({ gateway, record, receipt }: Pick<Look, 'gateway' | 'record'> & { receipt: Receipt }) {
  const { floor } = record
  if (!floor || receipt.block >= floor.block) return false
  // Where the chain gave up what was the newest block then, a lower one may well have come later.
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
