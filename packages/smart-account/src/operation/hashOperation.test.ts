import { entryPoint08Abi } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entryPoint08, smartAccountContracts } from '../contracts/addresses.ts'
import { authorizationDigest, signedAuthorization } from '../delegation/authorization.ts'
import { delegationFactory } from '../delegation/delegationFactory.ts'
import { delegatedCode } from '../delegation/delegationOf.ts'
import { type AccountWorld, startAccountWorld } from '../testing/startAccountWorld.ts'
import { hashOperation } from './hashOperation.ts'
import { packOperation } from './packOperation.ts'
import type { UserOperation } from './UserOperation.ts'

const eoa = privateKeyToAccount(`0x${'f7'.repeat(32)}`)
const { implementation } = smartAccountContracts
const plain: UserOperation = {
  sender: eoa.address,
  nonce: (7n << 64n) | 9n,
  callData: '0xabcdef',
  callGasLimit: 1n,
  verificationGasLimit: 2n ** 128n - 1n,
  preVerificationGas: 3n,
  maxFeePerGas: 4n,
  maxPriorityFeePerGas: 5n,
  signature: '0x1234',
}
const paymaster = {
  paymaster: implementation,
  paymasterVerificationGasLimit: 6n,
  paymasterPostOpGasLimit: 7n,
  paymasterData: '0x89' as const,
}

let world: AccountWorld
let delegated: UserOperation
beforeAll(async () => {
  world = await startAccountWorld()
  const authorization = { address: implementation, chainId: world.chainId, nonce: 0 }
  const signature = await eoa.sign({ hash: authorizationDigest(authorization) })
  const eip7702Auth = signedAuthorization({ authorization, signature })
  delegated = { ...plain, factory: delegationFactory, factoryData: '0x', eip7702Auth }
})
afterAll(() => world.stop())

/** Reads the EntryPoint's hash, with an override for the account's future code. */
function ofChain(operation: UserOperation): Promise<`0x${string}`> {
  return world.client.readContract({
    address: entryPoint08,
    abi: entryPoint08Abi,
    functionName: 'getUserOpHash',
    args: [packOperation(operation)],
    stateOverride: [{ address: eoa.address, code: delegatedCode(implementation) }],
  })
}

describe('hashOperation', () => {
  it('behavior: equals the hash of the EntryPoint', async () => {
    const { chainId } = world
    for (const operation of [
      plain,
      { ...plain, ...paymaster },
      { ...plain, factory: implementation, factoryData: '0x1234' as const },
      delegated,
      { ...delegated, ...paymaster },
      { ...delegated, factoryData: '0x1234' as const },
    ])
      expect(hashOperation({ operation, chainId })).toBe(await ofChain(operation))
  })

  it('threat 86: depends on every signed field, and not on the signature', () => {
    const { chainId } = world
    const hash = hashOperation({ operation: plain, chainId })
    expect(hashOperation({ operation: { ...plain, signature: '0x' }, chainId })).toBe(hash)
    for (const change of [
      { sender: implementation },
      { nonce: 1n },
      { callData: '0x' },
      { callGasLimit: 9n },
      { maxFeePerGas: 9n },
      paymaster,
    ] satisfies Partial<UserOperation>[])
      expect(hashOperation({ operation: { ...plain, ...change }, chainId })).not.toBe(hash)
    expect(hashOperation({ operation: plain, chainId: 31338 })).not.toBe(hash)
  })
})
