import { getUserOperationHash } from 'viem/account-abstraction'
import { entryPoint08 } from '../contracts/addresses.ts'
import type { UserOperation } from './UserOperation.ts'

/**
 * The hash by which an operation is known, and which its owner signs: EIP-712 of EntryPoint v0.8, so it binds the chain, the account and
 * the number.
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
