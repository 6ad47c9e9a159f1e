import type { Ledger } from '../ledger/Ledger.ts'
import type { SignedTransaction, TransactionRecord } from '../ledger/TransactionRecord.ts'

export type MethodContext = {
  ledger: Ledger
  genesisHash: string
  /** Address of the only validator. */
  identity: string
  /** Submits a checked transaction to the network. Undefined if it does not reach a block. */
  send: (transaction: SignedTransaction) => TransactionRecord | undefined
  /** Sends lamports of the faucet. */
  airdrop: (options: { to: string; lamports: bigint }) => TransactionRecord
}

/** Answers a method; its parameters are as the caller wrote them. */
export type Method = (params: readonly unknown[]) => unknown
export type Methods = Readonly<Record<string, Method>>
