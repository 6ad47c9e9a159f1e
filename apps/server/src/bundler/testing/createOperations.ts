import {
  type AccountCall,
  createAccountCall,
  delegationFactory,
  encodeCalls,
  encodePaymasterData,
  hashOperation,
  paymasterGas,
  paymasterRequestDigest,
  smartAccountAddress,
  smartAccountContracts,
  stubPaymasterData,
  stubSignature,
  type UserOperation,
} from '@latchkey/smart-account'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Bundler } from '../Bundler.ts'
import type { BundlerWorld } from './startBundlerWorld.ts'
import { testChainId } from './testChainId.ts'

const chainId = 31337

/** Options of a test operation. */
export type OperationWish = {
  calls?: readonly AccountCall[]
  /** Whether the operator pays (default true). */
  sponsored?: boolean
  nonce?: bigint
  /** Validity of the operator's signature in seconds (default one hour). */
  validFor?: number
  /** Changes before the signatures. */
  change?: Partial<UserOperation>
}

/** A smart account of the factory or by delegation, with its owner. */
export type TestAccount = {
  owner: PrivateKeyAccount
  sender: `0x${string}`
  operation: (wish?: OperationWish) => Promise<UserOperation>
  sign: (operation: UserOperation) => Promise<UserOperation>
}

/** Creates accounts whose operations are prepared like in a wallet: measured, priced, sponsored, signed. */
export function createOperations({ world, bundler }: { world: BundlerWorld; bundler: () => Bundler }) {
  const sponsor = privateKeyToAccount(world.devnet.paymasterSigner.privateKey)
  const { paymaster } = world.devnet.contracts

  const claim = async (validFor = 3600) => {
    const time = Number((await world.client.getBlock()).timestamp)
    const now = Math.max(time, Math.floor(Date.now() / 1000))
    return { budget: `0x${'00'.repeat(16)}` as const, time, validAfter: 0, validUntil: now + validFor }
  }

  const sponsored = async (operation: UserOperation, validFor?: number): Promise<UserOperation> => {
    const promise = await claim(validFor)
    const paid = { ...operation, paymaster, ...paymasterGas, paymasterData: '0x' as const }
    const signature = await sponsor.sign({ hash: paymasterRequestDigest({ operation: paid, claim: promise, chainId }) })
    return { ...paid, paymasterData: encodePaymasterData({ claim: promise, signature }) }
  }

  const create = ({ delegated }: { delegated: boolean }): TestAccount => {
    const owner = privateKeyToAccount(generatePrivateKey())
    const sender = delegated ? owner.address : smartAccountAddress({ address: owner.address })

    const sign = async (operation: UserOperation): Promise<UserOperation> => ({
      ...operation,
      signature: await owner.sign({ hash: hashOperation({ operation, chainId }) }),
    })

    /** Returns the fields that deploy the account, if it does not exist. */
    const creation = async (): Promise<Partial<UserOperation>> => {
      if ((await world.client.getCode({ address: sender })) !== undefined) return {}
      if (!delegated) return createAccountCall({ address: owner.address })
      const contractAddress = smartAccountContracts.implementation
      const nonce = await world.client.getTransactionCount({ address: sender })
      const { r, s, yParity = 0 } = await owner.signAuthorization({ contractAddress, chainId, nonce })
      return { factory: delegationFactory, eip7702Auth: { address: contractAddress, chainId, nonce, r, s, yParity } }
    }

    return {
      owner,
      sender,
      sign,
      operation: async ({ calls = [{ to: sender }], sponsored: isSponsored = true, nonce, change, validFor } = {}) => {
        const { standard } = await bundler().gasPrice({ chainId: testChainId })
        const base = {
          sender,
          nonce: nonce ?? (await bundler().nextNonce({ chainId: testChainId, sender })),
          callData: encodeCalls(calls),
          ...((nonce ?? 0n) === 0n ? await creation() : {}),
          ...standard,
          signature: stubSignature(),
        }
        const stub = isSponsored ? { paymaster, ...paymasterGas, paymasterData: stubPaymasterData(await claim()) } : {}
        const gas = await bundler().estimate({ chainId: testChainId, operation: { ...base, ...stub } })
        const measured = { ...base, ...gas, ...change }
        return sign(isSponsored ? await sponsored(measured, validFor) : measured)
      },
    }
  }

  return { create, sponsored }
}
