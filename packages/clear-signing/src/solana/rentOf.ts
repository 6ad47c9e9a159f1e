/** Bytes of an account besides its data. */
const overhead = 128n
/** Lamports for each byte: the rent of two years, which keeps an account permanently. */
const perByte = 6_960n

/**
 * Returns the maximum deposit that an account of this size needs, in lamports. Everything above it is a payment.
 *
 * Source: solana-rent, `Rent::minimum_balance` with its defaults (3,480 lamports for a byte and year, two years).
 *
 * @param space bytes of data
 * @example rentOf(165n) // 2_039_280n, a token account's
 */
export function rentOf(space: bigint): bigint {
  return (overhead + space) * perByte
}
