import { decodeBase58, isSolanaAddress } from '@latchkey/protocol'

/**
 * Returns whether a value is a Solana address: base58 of exactly 32 bytes. It can belong to a key or to an account without one
 * (`isOnCurve`).
 *
 * @example isAddress('11111111111111111111111111111111') // true: the system program
 */
export function isAddress(value: unknown): value is string {
  return isSolanaAddress(value) && decodeBase58(value)?.length === 32
}
