import type { FamilyPayload } from '@latchkey/clear-signing'

/** What the key has made of a {@link FamilyPayload}, of the same kind. */
export type FamilySigned =
  /** `signature`: 64 bytes, base58. */
  | { kind: 'solanaMessage'; signature: string }
  /** As they were given, with the account's signatures in their places; base64. */
  | { kind: 'solanaTransactions'; transactions: readonly string[] }
  /** `signature`: as its protocol has it; `messageHash`: what was signed. Both hexadecimal, without `0x`. */
  | { kind: 'bitcoinMessage'; signature: string; messageHash: string }
  /** `psbt`: with the signatures, not finalized; base64. */
  | { kind: 'bitcoinPsbt'; psbt: string }

/** A signed transaction that was held against what was shown. */
export type VerifiedTransaction = {
  /** By which its network knows it; null: somebody else has yet to sign. */
  id: string | null
  /** As its network takes it: base64 for Solana, hexadecimal for Bitcoin. */
  bytes: string
  /** Of Solana: the account's own signature, base58. */
  signature?: string | undefined
  /** Of Bitcoin: finalized, base64. */
  psbt?: string | undefined
}

/** Which payloads a family has. */
export type PayloadOf<Prefix extends string> = Extract<FamilyPayload, { kind: `${Prefix}${string}` }>
