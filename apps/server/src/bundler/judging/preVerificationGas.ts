import { packOperation, type UserOperation } from '@latchkey/smart-account'
import { maxUint64 } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { encodeFunctionData, hexToBytes } from 'viem/utils'
import type { UnmeasuredOperation } from '../Bundler.ts'

/** What a transaction costs before anything runs. A bundle may have one operation alone, so each pays it whole. */
const transaction = 21_000n
/** What the EntryPoint uses around an operation without counting it: the loop, the event, the payment. Measured, with a margin. */
const aroundOperation = 17_000n
/** Reading and hashing each 32 bytes. */
const perWord = 6n
/** Source: EIP-7702, `PER_EMPTY_ACCOUNT_COST`; the refund for an account that is there already is the executor's. */
const perAuthorization = 25_000n
/** Source: EIP-2028; EIP-7623, the floor for transactions that are mostly data. */
const perToken = 4n
const perTokenAtLeast = 10n
/** Gas that every operation uses by execution, so that the floor matters only beyond. */
const leastExecution = 60_000n

/**
 * The `preVerificationGas` that makes an operation pay for itself: what its transaction costs beyond what the EntryPoint counts.
 *
 * @param options.dataFee units of gas for the data's way to another chain, on rollups
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

/** The transaction's data with this operation alone; numbers that are not known yet count as full of digits. */
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
