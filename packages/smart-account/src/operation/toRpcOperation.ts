import type { RpcAuthorization, RpcUserOperation } from '@latchkey/protocol'
import { numberToHex } from 'viem/utils'
import type { SignedAuthorization, UserOperation } from './UserOperation.ts'

/** Returns an operation as JSON in the format of ERC-7769. */
export function toRpcOperation(operation: UserOperation): RpcUserOperation {
  const { factory, factoryData = '0x', paymaster, paymasterData = '0x', eip7702Auth } = operation
  return {
    sender: operation.sender,
    nonce: numberToHex(operation.nonce),
    ...(factory ? { factory, factoryData } : {}),
    callData: operation.callData,
    callGasLimit: numberToHex(operation.callGasLimit),
    verificationGasLimit: numberToHex(operation.verificationGasLimit),
    preVerificationGas: numberToHex(operation.preVerificationGas),
    maxFeePerGas: numberToHex(operation.maxFeePerGas),
    maxPriorityFeePerGas: numberToHex(operation.maxPriorityFeePerGas),
    ...(paymaster
      ? {
          paymaster,
          paymasterVerificationGasLimit: numberToHex(operation.paymasterVerificationGasLimit ?? 0n),
          paymasterPostOpGasLimit: numberToHex(operation.paymasterPostOpGasLimit ?? 0n),
          paymasterData,
        }
      : {}),
    signature: operation.signature,
    ...(eip7702Auth ? { eip7702Auth: toRpcAuthorization(eip7702Auth) } : {}),
  }
}

/** @see toRpcOperation */
export function toRpcAuthorization({ address, chainId, nonce, r, s, yParity }: SignedAuthorization): RpcAuthorization {
  return {
    address,
    chainId: numberToHex(chainId),
    nonce: numberToHex(nonce),
    ...{ r, s, yParity: numberToHex(yParity) },
  }
}
