import type { Address, CompiledTransactionMessage } from '@solana/kit'
import type { TransactionError } from './errors/TransactionError.ts'

/** The accounts that a transaction names, in the order in which its instructions count them. */
export type TransactionKeys = {
  all: readonly Address[]
  /** Number of accounts in the message itself, without lookup tables. */
  fixed: number
  signers: number
  loaded: { writable: readonly Address[]; readonly: readonly Address[] }
  isWritable: (index: number) => boolean
}

/** A message whose instructions refer to accounts by index, as in both versions in use. */
export type TransactionMessage = Extract<CompiledTransactionMessage, { version: 'legacy' | 0 }> & {
  lifetimeToken: string
}

/** A transaction as it was signed. */
export type SignedTransaction = {
  /** base58 of the payer's signature, which is the transaction's ID. */
  signature: string
  /** base58, in the order of the signers. */
  signatures: readonly string[]
  wire: Uint8Array
  message: TransactionMessage
}

/** An amount of a mint in an account that a transaction names. */
export type TokenBalance = {
  accountIndex: number
  mint: string
  owner: string
  programId: string
  amount: bigint
  decimals: number
}

/** An instruction that a program called. */
export type InnerInstruction = {
  programIdIndex: number
  accounts: readonly number[]
  data: Uint8Array
  stackHeight: number
}

/** Result of a transaction. */
export type Execution = {
  error: TransactionError | null
  logs: readonly string[]
  /** By the index of the outer instruction; those without any are left out. */
  inner: readonly { index: number; instructions: readonly InnerInstruction[] }[]
  computeUnits: number
  returnData: { programId: string; data: Uint8Array } | null
}

/** A transaction that is on the network. */
export type TransactionRecord = SignedTransaction &
  Execution & {
    slot: number
    keys: TransactionKeys
    /** Lamports. */
    fee: number
    /** Lamports by account. */
    before: readonly number[]
    after: readonly number[]
    tokensBefore: readonly TokenBalance[]
    tokensAfter: readonly TokenBalance[]
  }
