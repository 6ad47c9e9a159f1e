import { getUserOperationHash } from 'viem/account-abstraction'
import { entryPoint08 } from '../contracts/addresses.ts'
import type { UserOperation } from './UserOperation.ts'

/**
 * Returns the hash of an operation, which its owner signs. It is the EIP-712 hash of EntryPoint v0.8, so it depends on the
 * chain, the account and the nonce.
 */
export function hashOperation({ operation, chainId }: { operation: UserOperation; chainId: number }): `0x${string}` {
  const { eip7702Auth, ...rest } = operation
  return getUserOperationHash({
    chainId,
    entryPointAddress: entryPoint08,
    entryPointVersion: '0.8',
    userOperation: {
      ...rest,
      ...(eip7702Auth ? { authorization: { ...eip7702Auth } } : {}),
    },
  })
}
