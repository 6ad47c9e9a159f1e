import type { LedgerFormat } from './createLedger.ts'
import type { TrackedTransaction } from './TransactionsFeature.ts'
import { pruneTransactions, readTransactions, type TransactionRecord, writeTransactions } from './transactionRecord.ts'
import { type TransactionEvent, transactionReducer } from './transactionReducer.ts'

/** The storage format of calls of EVM networks. */
export const transactionFormat: LedgerFormat<TransactionRecord, TransactionEvent> = {
  read: readTransactions,
  write: writeTransactions,
  prune: pruneTransactions,
  reduce: transactionReducer,
  toTracked,
}

function toTracked(record: TransactionRecord): TrackedTransaction {
  const { id, chainId, from, call, summary, status, nonce, hashes, canceling, askedAt, isTaken } = record
  const taken = isTaken ? { isTaken } : {}
  return { id, chainId, from, call, summary, status, nonce, hashes, canceling, askedAt, ...taken }
}
