import type { ErrorCode } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { SignedTransaction } from '../../chains/SignedChain.ts'
import type { TransactionFailure, TransactionStatus } from '../TransactionsFeature.ts'
import type { SignedRecord } from './SignedRecord.ts'

/** Events of a signed payment. */
export type SignedEvent =
  /** The page was left, or the wallet was silent, during the request to a wallet that sends the payment. */
  | { type: 'left' }
  /** The wallet signed. From here on money may move. */
  | { type: 'signed'; signed: SignedTransaction; at: number }
  /** The wallet signed another version with the same coins. */
  | {
      type: 'replacedBySelf'
      signed: SignedTransaction
      cancels: boolean
      payment: SignedRecord['payment']
    }
  /** The wallet reports that it sent nothing, or the nodes refused the signed payment. */
  | { type: 'refused'; failure: TransactionFailure; at: number }
  /** Nodes have it, although one refused it. */
  | { type: 'known' }
  | { type: 'slow' }
  /** One of the versions is in a block. */
  | { type: 'mined'; hash: string; ok: boolean; block: number; final: boolean; details: string | undefined; at: number }
  /** It is no longer in a block. */
  | { type: 'lost' }
  /** A foreign transaction used its coins. */
  | { type: 'replaced'; final: boolean; at: number }
  /** It can no longer be mined. */
  | { type: 'expired'; at: number }
  | { type: 'canceling'; canceling: boolean }

/** Applies an event. A settled payment does not change; before that, its block or the loss of the block decides. */
export function signedReducer(record: SignedRecord, event: SignedEvent): SignedRecord {
  const { status, versions } = record
  if (record.settled) return record
  switch (event.type) {
    case 'left':
      return status.type === 'asked' && record.isSentByWallet ? { ...record, status: { type: 'uncertain' } } : record
    case 'signed': {
      if (versions.some(({ hash }) => hash === event.signed.hash)) return record
      return {
        ...record,
        versions: [...versions, { ...event.signed, cancels: false }],
        status: pending(event.signed.hash),
        sentAt: event.at,
      }
    }
    case 'replacedBySelf': {
      if (status.type !== 'pending' || versions.some(({ hash }) => hash === event.signed.hash)) return record
      return {
        ...record,
        versions: [...versions, { ...event.signed, cancels: event.cancels }],
        payment: event.cancels ? record.payment : event.payment,
        canceling: record.canceling || event.cancels,
        // A cancellation that is not mined changes nothing, so the hash remains.
        status: event.cancels ? status : { ...status, hash: event.signed.hash },
      }
    }
    case 'refused': {
      if (status.type !== 'asked' && status.type !== 'uncertain' && status.type !== 'pending') return record
      const ended = { ...record, status: failed(lastOwn(record), event.failure), canceling: false, endedAt: event.at }
      // Any node with the bytes may still broadcast them. It is looked for until they are invalid.
      return versions.length > 0 ? { ...ended, isRefused: true } : { ...ended, settled: true }
    }
    case 'known': {
      const hash = lastOwn(record)
      if (status.type !== 'failed' || !record.isRefused || hash === undefined) return record
      return { ...record, status: pending(hash), isRefused: undefined, endedAt: undefined }
    }
    case 'slow':
      return status.type === 'pending' && !status.slow ? { ...record, status: { ...status, slow: true } } : record
    case 'mined': {
      const version = versions.find(({ hash }) => hash === event.hash)
      if (!version) return record
      const next = decide(event, version.cancels)
      if (isSame(status, next) && !event.final) return record
      return {
        ...record,
        status: next,
        canceling: false,
        isRefused: undefined,
        ...(event.final ? { settled: true, endedAt: event.at } : {}),
      }
    }
    case 'lost': {
      const isMined = status.type === 'confirmed' || status.type === 'canceled'
      const isUndone = status.type === 'failed' && !record.isRefused && versions.length > 0
      const hash = lastOwn(record)
      if ((!isMined && !isUndone) || hash === undefined) return record
      return { ...record, status: { ...pending(hash), reorged: true }, endedAt: undefined }
    }
    case 'replaced': {
      const next = failed(lastOwn(record), failureOf('transaction_replaced', 'unknown'))
      if (isSame(status, next) && !event.final) return record
      return { ...record, status: next, canceling: false, settled: event.final, endedAt: event.at }
    }
    case 'expired': {
      if (record.isRefused) return { ...record, settled: true, endedAt: event.at }
      if (status.type !== 'pending') return record
      // The kit never saw the bytes of a wallet that sends them, so the result is unknown.
      const error = failureOf('transaction_expired', record.isSentByWallet ? 'unknown' : 'no')
      return { ...record, status: failed(lastOwn(record), error), canceling: false, settled: true, endedAt: event.at }
    }
    case 'canceling':
      return record.canceling === event.canceling ? record : { ...record, canceling: event.canceling }
  }
}

function decide(
  { hash, ok, block, final, details }: Extract<SignedEvent, { type: 'mined' }>,
  cancels: boolean,
): TransactionStatus {
  if (!ok) return failed(hash, { ...failureOf('transaction_reverted', 'only-network-cost'), details })
  return cancels ? { type: 'canceled', hash } : { type: 'confirmed', hash, block: BigInt(block), final }
}

function failureOf(code: ErrorCode, moneyMoved: TransactionFailure['moneyMoved']): TransactionFailure {
  return { code, message: new ServiceError(code).message, details: undefined, moneyMoved }
}

function failed(hash: string | undefined, error: TransactionFailure): TransactionStatus {
  return { type: 'failed', hash, error }
}

function pending(hash: string) {
  return { type: 'pending', hash, slow: false, reorged: false } as const
}

/** Returns the hash of the newest version that is not a cancellation. */
function lastOwn({ versions }: SignedRecord): string | undefined {
  return versions.filter(({ cancels }) => !cancels).at(-1)?.hash
}

function isSame(one: TransactionStatus, other: TransactionStatus): boolean {
  const text = (status: TransactionStatus) =>
    JSON.stringify(status, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  return text(one) === text(other)
}
