import type { Instruction } from '../instructions/Instruction.ts'

/** An account that stands in an address lookup table: which one it is only the chain can tell. */
export type LookedUpAccount = { table: string; index: number }

/** Which account an instruction speaks of: its address, or the place in a table where it stands. */
export type AccountKey = string | LookedUpAccount

/** An account of a transaction, and what the transaction may do with it. */
export type AccountMeta = { key: AccountKey; signer: boolean; writable: boolean }

/** How long a transaction is good: about 150 blocks after that of its blockhash, or until its nonce account has moved on. */
export type Lifetime =
  | { type: 'blockhash'; blockhash: string }
  | { type: 'nonce'; nonce: string; nonceAccount: AccountKey; nonceAuthority: AccountKey }

/** The message of a transaction: what its signers sign. */
export type TransactionMessage = {
  version: 'legacy' | 0
  /** Pays the fee; the first signer. */
  feePayer: string
  /** Every address that has to sign, the fee payer first. */
  requiredSigners: readonly string[]
  lifetime: Lifetime
  /** All accounts in their order, those out of lookup tables last. */
  accounts: readonly AccountMeta[]
  lookupTables: readonly { address: string; writable: readonly number[]; readonly: readonly number[] }[]
  instructions: readonly Instruction[]
}

/** A transaction as it goes over the wire, decoded. */
export type Transaction = TransactionMessage & {
  /** One for each of `requiredSigners`, in their order; undefined where nobody signed yet. */
  signatures: readonly { address: string; signature: Uint8Array | undefined }[]
  /** The message's own bytes: what is signed. */
  messageBytes: Uint8Array
}
