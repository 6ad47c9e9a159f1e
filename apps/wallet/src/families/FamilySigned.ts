import type { FamilyPayload } from '@latchkey/clear-signing'

/** Result of signing a {@link FamilyPayload} of the same kind. */
export type FamilySigned =
  /** `signature`: 64 bytes, base58. */
  | { kind: 'solanaMessage'; signature: string }
  /** The given transactions with the account's signatures in their places; base64. */
  | { kind: 'solanaTransactions'; transactions: readonly string[] }
  /** `signature`: as its protocol defines it; `messageHash`: the signed hash. Both hexadecimal, without `0x`. */
  | { kind: 'bitcoinMessage'; signature: string; messageHash: string }
  /** `psbt`: with the signatures, not finalized; base64. */
  | { kind: 'bitcoinPsbt'; psbt: string }

/** A signed transaction that matches its description. */
export type VerifiedTransaction = {
  /** Its ID on its network; null: a foreign signature is missing. */
  id: string | null
  /** Wire format of its network: base64 for Solana, hexadecimal for Bitcoin. */
  bytes: string
  /** Solana: the account's own signature, base58. */
  signature?: string | undefined
  /** Bitcoin: finalized, base64. */
  psbt?: string | undefined
}

/** Payloads of a family. */
export type PayloadOf<Prefix extends string> = Extract<FamilyPayload, { kind: `${Prefix}${string}` }>
