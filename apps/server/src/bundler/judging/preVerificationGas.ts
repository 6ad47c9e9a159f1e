import { packOperation, type UserOperation } from '@latchkey/smart-account'
import { maxUint64 } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { encodeFunctionData, hexToBytes } from 'viem/utils'
import type { UnmeasuredOperation } from '../Bundler.ts'

/** Gas of an empty transaction. A bundle may have a single operation, so each pays all of it. */
const transaction = 21_000n
/**
 * Gas that the EntryPoint uses around an operation without counting it: the loop, the event and the payment. Measured, with a
 * margin.
 */
const aroundOperation = 17_000n
/** Gas to read and hash 32 bytes. */
const perWord = 6n
/** Source: EIP-7702, `PER_EMPTY_ACCOUNT_COST`. The executor keeps the refund for an existing account. */
const perAuthorization = 25_000n
/** Source: EIP-2028; EIP-7623, the minimum for transactions that are mostly data. */
const perToken = 4n
const perTokenAtLeast = 10n
/** Execution gas of every operation. The minimum for data matters only above it. */
const leastExecution = 60_000n

/**
 * Returns the `preVerificationGas` with which an operation pays its whole cost, including the parts of the transaction that
 * the EntryPoint does not count.
 *
 * @param options.dataFee gas units for the data on another chain, for rollups
 */
export function preVerificationGasOf({
  operation,
  dataFee = 0n,
}: {
  operation: UserOperation | UnmeasuredOperation
  dataFee?: bigint
}): bigint {
  const bytes = hexToBytes(encodeAlone(operation))
  const zeros = BigInt(bytes.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0))
  const tokens = zeros + (BigInt(bytes.length) - zeros) * 4n
  const words = BigInt(Math.ceil(bytes.length / 32))
  const usual = tokens * perToken + words * perWord + aroundOperation
  const floor = tokens * perTokenAtLeast - leastExecution
  const authorization = operation.eip7702Auth ? perAuthorization : 0n
  return transaction + (usual > floor ? usual : floor) + authorization + dataFee
}

/** Returns the transaction data with this operation alone. Unknown numbers count as large as possible. */
export function encodeAlone(operation: UserOperation | UnmeasuredOperation): `0x${string}` {
  const full = maxUint64
  const known: UserOperation = {
    ...operation,
    callGasLimit: operation.callGasLimit || full,
    verificationGasLimit: operation.verificationGasLimit || full,
    preVerificationGas: operation.preVerificationGas || full,
    maxFeePerGas: operation.maxFeePerGas || full,
    maxPriorityFeePerGas: operation.maxPriorityFeePerGas || full,
    ...(operation.paymaster
      ? {
          paymasterVerificationGasLimit: operation.paymasterVerificationGasLimit || full,
          paymasterPostOpGasLimit: operation.paymasterPostOpGasLimit || full,
        }
      : {}),
  }
  const beneficiary = `0x${'ff'.repeat(20)}` as const
  return encodeFunctionData({
    abi: entryPoint08Abi,
    functionName: 'handleOps',
    args: [[packOperation(known)], beneficiary],
  })
}
