const whole = 1_000_000n

/**
 * Returns the amount that arrives of a transfer. The token keeps its fee rounded down. Tokens that round differently are not
 * swapped, so this is exact.
 *
 * @param options.fee millionths: 10_000 is 1 %
 */
export function afterTransferFee({ amount, fee }: { amount: bigint; fee: number }): bigint {
  return amount - (amount * BigInt(fee)) / whole
}
