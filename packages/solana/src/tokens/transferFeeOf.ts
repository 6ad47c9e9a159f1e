import type { TransferFeeConfig } from './Mint.ts'

const wholeInBasisPoints = 10_000n

/**
 * What Token-2022 withholds of a transfer: the share of the fee that counts in this epoch, rounded up, the maximum at most. What
 * arrives is `amount` less this. Source: `TransferFeeConfig::calculate_epoch_fee` of spl-token-2022-interface.
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
