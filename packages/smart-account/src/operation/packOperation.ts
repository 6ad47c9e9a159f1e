import { concat, numberToHex, padHex } from 'viem/utils'
import { delegationFactory } from '../delegation/delegationFactory.ts'
import type { UserOperation } from './UserOperation.ts'

/** An operation in the format of EntryPoint v0.8. Source: ERC-4337, `PackedUserOperation`. */
export type PackedOperation = {
  sender: `0x${string}`
  nonce: bigint
  initCode: `0x${string}`
  callData: `0x${string}`
  /** Verification gas, call gas; 16 bytes each. */
  accountGasLimits: `0x${string}`
  preVerificationGas: bigint
  /** Priority fee, maximum fee; 16 bytes each. */
  gasFees: `0x${string}`
  paymasterAndData: `0x${string}`
  signature: `0x${string}`
}

/** Packs an operation for `handleOps`. An authorization (EIP-7702) is left out, because it belongs to the transaction. */
export function packOperation(operation: UserOperation): PackedOperation {
  const { sender, nonce, callData, preVerificationGas, signature, paymaster } = operation
  return {
    ...{ sender, nonce, callData, preVerificationGas, signature },
    initCode: initCodeOf(operation),
    accountGasLimits: pair(operation.verificationGasLimit, operation.callGasLimit),
    gasFees: pair(operation.maxPriorityFeePerGas, operation.maxFeePerGas),
    paymasterAndData: paymaster
      ? concat([
          paymaster,
          pair(operation.paymasterVerificationGasLimit ?? 0n, operation.paymasterPostOpGasLimit ?? 0n),
          operation.paymasterData ?? '0x',
        ])
      : '0x',
  }
}

function initCodeOf({ factory, factoryData = '0x' }: UserOperation): `0x${string}` {
  if (!factory) return '0x'
  const whole = factory === delegationFactory ? padHex(delegationFactory, { size: 20, dir: 'right' }) : factory
  return concat([whole, factoryData])
}

function pair(high: bigint, low: bigint): `0x${string}` {
  return concat([numberToHex(high, { size: 16 }), numberToHex(low, { size: 16 })])
}
