import type { UserOperation } from '@latchkey/smart-account'
import { bundleGas, maxTransactionGas } from '../bundling/bundleGas.ts'
import type { ChainScope } from '../ChainScope.ts'
import { preVerificationGasOf } from '../judging/preVerificationGas.ts'
import { OperationRefusal } from '../OperationRefusal.ts'
import { takesOnCode } from '../operation/takesOnCode.ts'

/** Returns the maximum gas of one of our transactions on a network. */
export function bundleGasLimit(blockGasLimit: bigint): bigint {
  const most = (blockGasLimit * 9n) / 10n
  return most < maxTransactionGas ? most : maxTransactionGas
}

/**
 * Checks an operation as far as possible without requests about its account.
 *
 * @throws OperationRefusal
 */
export function requireBounds(
  { config }: Pick<ChainScope, 'config'>,
  { operation, blockGasLimit, dataFee }: { operation: UserOperation; blockGasLimit: bigint; dataFee: bigint },
): void {
  const { factory, factoryData = '0x', paymaster } = operation
  if (factory === undefined && factoryData !== '0x') {
    throw invalid('factoryData', 'The operation has factoryData and no factory')
  }
  if (factory === undefined && operation.eip7702Auth) {
    throw invalid('eip7702Auth', 'The operation has an eip7702Auth and not 0x7702 as its factory')
  }
  if (takesOnCode(operation)) {
    if (!operation.eip7702Auth)
      throw invalid('eip7702Auth', 'An operation with the factory 0x7702 needs its eip7702Auth')
    if (factoryData !== '0x') throw invalid('factoryData', 'An operation with the factory 0x7702 has no factoryData')
  } else if (operation.eip7702Auth) {
    throw invalid('eip7702Auth', 'The operation has an eip7702Auth and another factory')
  }
  const paymasterFields = [
    operation.paymasterData,
    operation.paymasterVerificationGasLimit,
    operation.paymasterPostOpGasLimit,
  ]
  if (
    paymaster === undefined &&
    paymasterFields.some((field) => field !== undefined && field !== '0x' && field !== 0n)
  ) {
    throw invalid('paymaster', 'The operation has paymaster fields, but no paymaster')
  }
  if (paymaster !== undefined && /^0x0{40}$/.test(paymaster)) {
    throw invalid('paymaster', 'The paymaster’s address is zero. Leave it out')
  }

  const maxVerificationGas = BigInt(config.maxVerificationGas)
  for (const field of ['verificationGasLimit', 'paymasterVerificationGasLimit'] as const) {
    if ((operation[field] ?? 0n) > maxVerificationGas) {
      throw invalid(field, `The operation’s ${field} is above ${maxVerificationGas}, the limit of this server`)
    }
  }
  const most = bundleGasLimit(blockGasLimit)
  if (bundleGas([operation]) > most) {
    throw invalid(
      'callGasLimit',
      `The operation’s gas limits together need more than ${most}, the limit of a transaction`,
    )
  }
  const least = preVerificationGasOf({ operation, dataFee })
  if (operation.preVerificationGas < least) {
    throw new OperationRefusal(
      'invalidParams',
      `The operation’s preVerificationGas is ${operation.preVerificationGas}. Set it to at least ${least}`,
      { field: 'preVerificationGas', code: 'operation_refused' },
    )
  }
}

function invalid(field: string, message: string): OperationRefusal {
  return new OperationRefusal('invalidParams', message, { field })
}
