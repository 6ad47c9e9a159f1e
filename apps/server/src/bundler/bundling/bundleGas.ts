import type { UserOperation } from '@latchkey/smart-account'
import { gasOf } from '../operation/gasOf.ts'

/** Maximum gas of a transaction since Fusaka. Source: EIP-7825. */
export const maxTransactionGas = 16_777_216n

/** Gas that the EntryPoint holds back around each operation's call, and the gas of the transaction. */
const perOperation = 45_000n
const perTransaction = 60_000n
/** Source: EIP-7702, `PER_EMPTY_ACCOUNT_COST`. */
const perAuthorization = 25_000n

/**
 * Returns the gas limit of a transaction with these operations: their own limits, plus the gas that the EntryPoint must have
 * left at each call (a 64th, `AA95`). Unused gas is not paid.
 */
export function bundleGas(operations: readonly UserOperation[]): bigint {
  const sum = operations.reduce(
    (total, operation) => total + gasOf(operation) + perOperation + (operation.eip7702Auth ? perAuthorization : 0n),
    perTransaction,
  )
  return (sum * 66n) / 64n
}
