import type { TransferFeeConfig } from './Mint.ts'

const wholeInBasisPoints = 10_000n

/**
 * Returns the amount that Token-2022 withholds from a transfer: the share of the fee of this epoch, rounded up, at most the maximum.
 * The receiver gets `amount` minus this. Source: `TransferFeeConfig::calculate_epoch_fee` of spl-token-2022-interface.
 *
 * @example transferFeeOf({ amount: 1_000n, fee, epoch: 700n }) // 10n at 100 basis points
 */
export function transferFeeOf({
  amount,
  fee,
  epoch,
}: {
  /** Base units. */
  amount: bigint
  fee: TransferFeeConfig
  epoch: bigint
}): bigint {
  const { basisPoints, maximum } = epoch >= fee.newer.epoch ? fee.newer : fee.older
  const share = (amount * BigInt(basisPoints) + wholeInBasisPoints - 1n) / wholeInBasisPoints
  return share < maximum ? share : maximum
}
