import { type Address, getBase58Encoder, getBase64Encoder, isAddress } from '@solana/kit'
import { finalityDelay } from '../ledger/SlotClock.ts'
import { invalidParams } from './RpcError.ts'

/** Required certainty of an answer. */
export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** Returns a method's options, or an empty object without options. */
export function readOptions(value: unknown): Record<string, unknown> {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw invalidParams('expected an object')
  return value as Record<string, unknown>
}

export function readAddress(value: unknown): Address {
  if (typeof value !== 'string') throw invalidParams('expected a public key')
  if (!isAddress(value)) throw invalidParams(/^[1-9A-HJ-NP-Za-km-z]*$/.test(value) ? 'WrongSize' : 'Invalid')
  return value
}

export function readSignature(value: unknown): string {
  if (typeof value !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(value)) throw invalidParams('WrongSize')
  return value
}

export function readWhole(value: unknown, { most = Number.MAX_SAFE_INTEGER }: { most?: number } = {}): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > most)
    throw invalidParams(`expected a whole number up to ${most}`)
  return value
}

/** Solana's default is `finalized`. */
export function readCommitment(value: unknown): Commitment {
  if (value === undefined || value === null) return 'finalized'
  if (value === 'processed' || value === 'confirmed' || value === 'finalized') return value
  throw invalidParams('unknown commitment')
}

/** The newest slot that is as sure as that. */
export function slotAt({ slot, commitment }: { slot: number; commitment: Commitment }): number {
  return commitment === 'finalized' ? Math.max(0, slot - finalityDelay) : slot
}

/** Bytes that came as text. */
export function readBytes({ text, encoding }: { text: unknown; encoding: unknown }): Uint8Array {
  if (typeof text !== 'string') throw invalidParams('expected text')
  try {
    if (encoding === 'base64') return new Uint8Array(getBase64Encoder().encode(text))
    if (encoding === undefined || encoding === 'base58') return new Uint8Array(getBase58Encoder().encode(text))
  } catch {
    throw invalidParams(`invalid ${encoding ?? 'base58'} encoding`)
  }
  throw invalidParams(`unsupported encoding: ${String(encoding)}. Supported encodings: base58, base64`)
}
