import { concat, hashTypedData } from 'viem/utils'
import { packOperation } from '../operation/packOperation.ts'
import type { UserOperation } from '../operation/UserOperation.ts'
import type { SponsorshipClaim } from './SponsorshipClaim.ts'

/** Content of the signature for a sponsorship. */
export type SponsorshipRequest = {
  /** With its paymaster and gas limits. The paymaster's own data is ignored. */
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
 * Returns the typed data (EIP-712) that the operator's key signs so that `LatchkeyPaymaster` pays. It has all fields of the
 * operation except the paymaster's own data and the account's signature, and the budget and the times. If an EOA delegates
 * (EIP-7702), it includes the address of the code, like the operation's hash. The operation then needs that authorization.
 *
 * @throws Error without a paymaster, which callers must prevent
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

/** Returns the hash of {@link sponsorshipTypedData}, which the operator's key signs. */
export function paymasterRequestDigest(request: SponsorshipRequest): `0x${string}` {
  return hashTypedData(sponsorshipTypedData(request))
}
