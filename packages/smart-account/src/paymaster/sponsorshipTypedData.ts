import { concat, hashTypedData } from 'viem/utils'
import { packOperation } from '../operation/packOperation.ts'
import type { UserOperation } from '../operation/UserOperation.ts'
import type { SponsorshipClaim } from './SponsorshipClaim.ts'

/** What is signed for a paymaster to pay. */
export type SponsorshipRequest = {
  /** With its paymaster and its gas limits; the paymaster's own data is not looked at. */
  operation: UserOperation
  claim: SponsorshipClaim
  /** EIP-155 number. */
  chainId: number
}

const types = {
  SponsorshipRequest: [
    { name: 'sender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'accountGasLimits', type: 'bytes32' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'gasFees', type: 'bytes32' },
    { name: 'paymasterVerificationGasLimit', type: 'uint256' },
    { name: 'paymasterPostOpGasLimit', type: 'uint256' },
    { name: 'budget', type: 'bytes16' },
    { name: 'time', type: 'uint48' },
    { name: 'validAfter', type: 'uint48' },
    { name: 'validUntil', type: 'uint48' },
  ],
} as const

/**
 * The typed data (EIP-712) that the operator's key signs so that `LatchkeyPaymaster` pays: everything of the operation but the paymaster's own
 * data and the account's signature, the budget and the time. Where an ordinary account takes on code (EIP-7702), the address of the code is bound
 * as in the operation's own hash, so that the operation needs its authorisation.
 *
 * @throws Error without a paymaster: callers have looked at that
 */
export function sponsorshipTypedData({ operation, claim, chainId }: SponsorshipRequest) {
  const { paymaster, eip7702Auth, factoryData = '0x' } = operation
  if (!paymaster) throw new Error('The operation has no paymaster')
  const { sender, nonce, callData, preVerificationGas, initCode, accountGasLimits, gasFees } = packOperation(operation)
  return {
    domain: { name: 'LatchkeyPaymaster', version: '1', chainId, verifyingContract: paymaster },
    types,
    primaryType: 'SponsorshipRequest',
    message: {
      ...{ sender, nonce, callData, accountGasLimits, preVerificationGas, gasFees },
      initCode: eip7702Auth ? concat([eip7702Auth.address, factoryData]) : initCode,
      paymasterVerificationGasLimit: operation.paymasterVerificationGasLimit ?? 0n,
      paymasterPostOpGasLimit: operation.paymasterPostOpGasLimit ?? 0n,
      ...claim,
    },
  } as const
}

/** The hash of {@link sponsorshipTypedData}: what the operator's key signs, as it is. */
export function paymasterRequestDigest(request: SponsorshipRequest): `0x${string}` {
  return hashTypedData(sponsorshipTypedData(request))
}
