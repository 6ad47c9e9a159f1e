import { decodeBase58, isSolanaAddress } from '@latchkey/protocol'

/**
 * Tells whether a text is an address of Solana: base58 of exactly 32 bytes. It may be a key's, or that of an account which no key
 * signs for (`isOnCurve`).
 *
 * @example isAddress('11111111111111111111111111111111') // true: the system program
 */
export function isAddress(value: unknown): value is string {
  return isSolanaAddress(value) && decodeBase58(value)?.length === 32
}
