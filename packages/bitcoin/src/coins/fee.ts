/**
 * Returns the fee for a transaction of a size, rounded up.
 * @param feeRate satoshi for 1,000 virtual bytes
 * @param vsize virtual bytes
 */
export function feeOf({ feeRate, vsize }: { feeRate: bigint; vsize: number }): bigint {
  return (feeRate * BigInt(vsize) + 999n) / 1000n
}

/** Minimum that nodes relay, and minimum by which a replacement must exceed the original: satoshi for 1,000 virtual bytes. */
export const minimumFeeRate = 1000n
