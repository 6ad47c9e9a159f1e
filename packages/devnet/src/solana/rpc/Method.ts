import type { Ledger } from '../ledger/Ledger.ts'
import type { SignedTransaction, TransactionRecord } from '../ledger/TransactionRecord.ts'

/** What the methods of the JSON-RPC stand on. */
export type MethodContext = {
  ledger: Ledger
  genesisHash: string
  /** The address of the only validator there is. */
  identity: string
  /** Puts a transaction on the network that was judged already; undefined: it never reached a block. */
  send: (transaction: SignedTransaction) => TransactionRecord | undefined
  /** Sends lamports of the faucet. */
  airdrop: (options: { to: string; lamports: bigint }) => TransactionRecord
}

/** Answers a method; its parameters are as the caller wrote them. */
export type Method = (params: readonly unknown[]) => unknown
export type Methods = Readonly<Record<string, Method>>
