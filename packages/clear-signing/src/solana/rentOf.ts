/** Bytes that an account takes beside its data. */
const overhead = 128n
/** Lamports for each byte: what two years cost, with which an account stays for good. */
const perByte = 6_960n

/**
 * The most that an account of this size needs to have deposited, in lamports. What it gets beyond that is a payment.
 *
 * Source: solana-rent, `Rent::minimum_balance` with its defaults (3,480 lamports for a byte and year, two years).
 *
 * @param space bytes of data
 * @example rentOf(165n) // 2_039_280n, a token account's
 */
export function rentOf(space: bigint): bigint {
  return (overhead + space) * perByte
}
