import type { ErrorCode } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { TransactionFailure, TransactionStatus } from './TransactionsFeature.ts'
import type { TransactionRecord } from './transactionRecord.ts'

/** Events of a transaction. */
export type TransactionEvent =
  /** The page was left, or the wallet was silent, during the request. */
  | { type: 'left' }
  /** A hash is known: the wallet returned it, even late, or a node has it. Money moves. */
  | { type: 'answered'; hash: string; at: number; cancel?: boolean }
  /** The wallet accepted a batch under this ID. */
  | { type: 'taken'; batchId: string }
  /** The wallet reports for certain that it was never sent. */
  | { type: 'refused'; failure: TransactionFailure; at: number }
  /** A node knows it, with its nonce and sender. */
  | { type: 'known'; nonce: number; sender: string }
  | { type: 'slow' }
  /** A transaction with its nonce is in a block: the transaction itself, its cancellation, or a foreign one. */
  | {
      type: 'mined'
      by: 'itself' | 'cancellation' | 'stranger'
      hash: string
      ok: boolean
      block: bigint
      blockHash: string
      /** Wei, as in {@link Receipt}. */
      fee?: bigint
    }
  /** A hash from the wallet belongs to a transaction that was in a block before the request. */
  | { type: 'misnamed'; hash: string }
  /** A reorganization removed the block that decided it. */
  | { type: 'lost' }
  /** Enough blocks follow the one that decided it. */
  | { type: 'buried'; at: number }
  /** An unknown transaction used its nonce. */
  | { type: 'replaced'; at: number }
  /** A cancellation is requested, or was declined. */
  | { type: 'canceling'; canceling: boolean }
  /** The wallet accepted a higher price. */
  | { type: 'repriced'; gasPrice: bigint }

/** Applies an event. A settled transaction does not change, and before that only a lost block takes an end back. */
export function transactionReducer(record: TransactionRecord, event: TransactionEvent): TransactionRecord {
  const { status } = record
  switch (event.type) {
    case 'left':
      return status.type === 'asked' && !record.isTaken ? { ...record, status: { type: 'uncertain' } } : record
    case 'answered': {
      const hashes = include(record.hashes, event.hash)
      const cancelHashes = event.cancel ? include(record.cancelHashes, event.hash) : record.cancelHashes
      if (hashes === record.hashes && cancelHashes === record.cancelHashes) return record
      const next = { ...record, hashes, cancelHashes }
      // A cancellation that is not mined changes nothing, so the hash remains.
      if (status.type === 'pending') return event.cancel ? next : { ...next, status: { ...status, hash: event.hash } }
      // A transaction that was considered lost or unsent was sent.
      const isOpen = status.type === 'asked' || status.type === 'uncertain'
      if (!isOpen && !(status.type === 'failed' && status.hash === undefined)) return next
      return {
        ...next,
        status: pending(event.hash),
        sentAt: record.sentAt ?? event.at,
        decided: undefined,
        settled: false,
        endedAt: undefined,
      }
    }
    case 'taken':
      if (record.isTaken && record.batchId === event.batchId) return record
      return { ...record, batchId: event.batchId, isTaken: true }
    case 'refused':
      if ((status.type !== 'asked' && status.type !== 'uncertain') || record.hashes.length > 0) return record
      return end(record, { type: 'failed', hash: undefined, error: event.failure }, event.at)
    case 'known':
      if (record.nonce === event.nonce && record.sender === event.sender) return record
      return { ...record, nonce: event.nonce, sender: event.sender }
    case 'slow':
      return status.type === 'pending' && !status.slow ? { ...record, status: { ...status, slow: true } } : record
    case 'mined': {
      if (record.settled || status.type === 'asked' || status.type === 'uncertain') return record
      const { hash, block, blockHash } = event
      const { decided } = record
      if (decided?.hash === hash && decided.blockHash === blockHash) return record
      return {
        ...record,
        // A replacement by the wallet belongs to this transaction from now on.
        hashes: event.by === 'stranger' ? record.hashes : include(record.hashes, hash),
        cancelHashes: event.by === 'cancellation' ? include(record.cancelHashes, hash) : record.cancelHashes,
        status: decide(record, event),
        canceling: false,
        decided: { hash, block, blockHash },
      }
    }
    case 'misnamed': {
      if (status.type !== 'pending' || !record.hashes.includes(event.hash)) return record
      const others = (hashes: readonly string[]) => hashes.filter((hash) => hash !== event.hash)
      const next = { ...record, hashes: others(record.hashes), cancelHashes: others(record.cancelHashes) }
      const own = lastOwn(next)
      if (own !== undefined) return { ...next, status: { ...status, hash: own } }
      // It may have been sent under another hash, so it is looked for.
      return { ...next, status: { type: 'uncertain' }, sentAt: undefined, nonce: undefined, sender: undefined }
    }
    case 'lost':
      if (!record.decided || record.settled) return record
      return {
        ...record,
        status: { ...pending(lastOwn(record) ?? record.decided.hash), reorged: true },
        decided: undefined,
      }
    case 'buried':
      if (!record.decided || record.settled) return record
      return end(record, status.type === 'confirmed' ? { ...status, final: true } : status, event.at)
    case 'replaced':
      if (status.type !== 'pending' && status.type !== 'uncertain') return record
      return end(record, { type: 'failed', hash: lastOwn(record), error: replaced() }, event.at)
    case 'canceling':
      return record.canceling === event.canceling ? record : { ...record, canceling: event.canceling }
    case 'repriced':
      if (record.call.gasPrice === event.gasPrice) return record
      return { ...record, call: { ...record.call, gasPrice: event.gasPrice } }
  }
}

function decide(
  record: TransactionRecord,
  { by, hash, ok, block, fee }: Extract<TransactionEvent, { type: 'mined' }>,
): TransactionStatus {
  if (by === 'cancellation') return { type: 'canceled', hash }
  if (by === 'stranger') return { type: 'failed', hash: lastOwn(record) ?? hash, error: replaced() }
  if (ok) return { type: 'confirmed', hash, block, final: false, ...(fee === undefined ? {} : { fee }) }
  return { type: 'failed', hash, error: failureOf('transaction_reverted', 'only-network-cost') }
}

function replaced(): TransactionFailure {
  // The transaction itself did not happen. The effect of the other one is unknown.
  return failureOf('transaction_replaced', 'unknown')
}

function failureOf(code: ErrorCode, moneyMoved: TransactionFailure['moneyMoved']): TransactionFailure {
  return { code, message: new ServiceError(code).message, details: undefined, moneyMoved }
}

function pending(hash: string) {
  return { type: 'pending', hash, slow: false, reorged: false } as const
}

/** Returns the newest hash that is not a cancellation. */
function lastOwn({ hashes, cancelHashes }: TransactionRecord): string | undefined {
  return hashes.filter((hash) => !cancelHashes.includes(hash)).at(-1)
}

function include(hashes: readonly string[], hash: string): readonly string[] {
  return hashes.includes(hash) ? hashes : [...hashes, hash]
}

function end(record: TransactionRecord, status: TransactionStatus, at: number): TransactionRecord {
  return { ...record, status, settled: true, endedAt: at, canceling: false }
}
