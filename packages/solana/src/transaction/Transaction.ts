import type { Instruction } from '../instructions/Instruction.ts'

/** An account in an address lookup table, which only the chain can resolve. */
export type LookedUpAccount = { table: string; index: number }

/** Account of an instruction: its address, or its position in a lookup table. */
export type AccountKey = string | LookedUpAccount

/** An account of a transaction, and its rights. */
export type AccountMeta = { key: AccountKey; signer: boolean; writable: boolean }

/** Validity of a transaction: about 150 blocks after its blockhash, or until its nonce account has advanced. */
export type Lifetime =
  | { type: 'blockhash'; blockhash: string }
  | { type: 'nonce'; nonce: string; nonceAccount: AccountKey; nonceAuthority: AccountKey }

/** The message of a transaction, which its signers sign. */
export type TransactionMessage = {
  version: 'legacy' | 0
  /** Pays the fee; the first signer. */
  feePayer: string
  /** Every address that must sign, the fee payer first. */
  requiredSigners: readonly string[]
  lifetime: Lifetime
  /** All accounts in their order, those from lookup tables last. */
  accounts: readonly AccountMeta[]
  lookupTables: readonly { address: string; writable: readonly number[]; readonly: readonly number[] }[]
  instructions: readonly Instruction[]
}

/** A decoded transaction of the wire format. */
export type Transaction = TransactionMessage & {
  /** One for each of `requiredSigners`, in their order; undefined if missing. */
  signatures: readonly { address: string; signature: Uint8Array | undefined }[]
  /** The message's own bytes, which are signed. */
  messageBytes: Uint8Array
}
