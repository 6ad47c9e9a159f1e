const whole = 1_000_000n

/**
 * What arrives of a transfer: the token keeps its share rounded down. Tokens that round otherwise are not swapped at all, so this is exact.
 *
 * @param options.fee millionths: 10_000 is 1 %
 */
export function afterTransferFee({ amount, fee }: { amount: bigint; fee: number }): bigint {
  return amount - (amount * BigInt(fee)) / whole
}
