import { adversaryAbi, latchkeyPaymasterAbi, latchkeyPaymasterBytecode } from '@latchkey/contracts'
import { parseEther } from 'viem'
import { encodeFunctionData, sliceHex } from 'viem/utils'
import { paymasterAbi } from '../../contracts/paymasterAbi.ts'
import type { UserOperation } from '../../operation/UserOperation.ts'
import { encodePaymasterData } from '../../paymaster/paymasterData.ts'
import { paymasterRequestDigest } from '../../paymaster/sponsorshipTypedData.ts'
import { testKey } from '../startSessionWorld.ts'
import type { Scene } from './createScene.ts'
import type { Malice } from './Malice.ts'

const unsigned = { refused: /AA34/ }
const noBudget = '0x000000000000000000000000000000b1'
const otherBudget = '0x000000000000000000000000000000b2'

/**
 * Returns an operation of the adversary's own account, which signs everything, so that only the paymaster can refuse it.
 *
 * @param rest differences from an honest operation
 */
async function honest({ world }: Scene, rest: Partial<UserOperation> = {}): Promise<UserOperation> {
  const operation = await world.operation({
    sender: world.adversary,
    callData: '0x12345678',
    callGasLimit: 100_000n,
    verificationGasLimit: 100_000n,
    ...rest,
  })
  return world.sponsorOperation(operation)
}

/** Changes of an operation after the operator's signature. */
const changes: [string, string, (operation: UserOperation, scene: Scene) => Partial<UserOperation>, RegExp?][] = [
  ['the next number', 'use a signature for one operation more', ({ nonce }) => ({ nonce: nonce + (1n << 64n) })],
  ['another sender', 'have another account pay with it', (_, { world }) => ({ sender: world.account }), /AA2|AA34/],
  ['other calls', 'have something else paid for', () => ({ callData: '0x87654321' })],
  [
    'more gas for the call',
    'raise the limit that is charged',
    ({ callGasLimit }) => ({ callGasLimit: callGasLimit * 50n }),
  ],
  [
    'more gas for validation',
    'raise the limit of validation',
    ({ verificationGasLimit }) => ({ verificationGasLimit: verificationGasLimit * 9n }),
  ],
  [
    'more gas for the bundle',
    'raise what is charged without a measure',
    ({ preVerificationGas }) => ({ preVerificationGas: preVerificationGas * 900n }),
  ],
  ['a higher fee', 'raise the price of gas', ({ maxFeePerGas }) => ({ maxFeePerGas: maxFeePerGas * 20n })],
  [
    'a higher priority fee',
    'raise what the bundler earns',
    ({ maxFeePerGas }) => ({ maxPriorityFeePerGas: maxFeePerGas }),
  ],
  ['more gas for settling', 'raise the limit of postOp', () => ({ paymasterPostOpGasLimit: 5_000_000n })],
  [
    'more gas for the paymaster',
    'raise the limit of its validation',
    () => ({ paymasterVerificationGasLimit: 5_000_000n }),
  ],
  [
    'another budget',
    'have a richer budget pay',
    ({ paymasterData = '0x' }) => ({ paymasterData: `0x${'11'.repeat(16)}${paymasterData.slice(34)}` as const }),
  ],
  [
    'a longer time',
    'use a signature after it is over',
    ({ paymasterData = '0x' }) => ({
      paymasterData: `${paymasterData.slice(0, 58)}ffffffff0000${paymasterData.slice(70)}` as `0x${string}`,
    }),
  ],
  [
    'no signature',
    'leave it out',
    ({ paymasterData = '0x' }) => ({
      paymasterData: `${paymasterData.slice(0, 70)}${'00'.repeat(65)}` as `0x${string}`,
    }),
  ],
  [
    'data cut off',
    'have the paymaster stumble',
    ({ paymasterData = '0x' }) => ({ paymasterData: sliceHex(paymasterData, 0, 90) }),
    /AA33/,
  ],
  [
    'data and more',
    'hide bytes behind the signature',
    ({ paymasterData = '0x' }) => ({ paymasterData: `${paymasterData}00` as const }),
    /AA33/,
  ],
  ['no data', 'leave all of it out', () => ({ paymasterData: '0x' }), /AA33/],
]

export const paymasterDrains: Malice[] = [
  ...changes.map(
    ([name, tries, change, refused]): Malice => ({
      ...{ name, tries, expected: refused ? { refused } : unsigned },
      attack: async (scene) => {
        const operation = await honest(scene)
        return [{ ...operation, ...change(operation, scene) }]
      },
    }),
  ),
  {
    name: 'another key',
    tries: 'sign in the operator’s place',
    attack: async ({ world }) => [
      await world.sponsorOperation(await world.operation({ sender: world.adversary }), {}, testKey('thief').account),
    ],
    expected: unsigned,
  },
  {
    name: 'the old key',
    tries: 'go on with a key that was replaced',
    attack: async (scene) => {
      const operation = await honest(scene)
      await asOperator(scene, 'setSigner', [testKey('new').account.address])
      return [operation]
    },
    expected: unsigned,
  },
  {
    name: 'another chain',
    tries: 'use what was signed for another chain',
    attack: async (scene) => [await signedAs(scene, { chainId: 1 })],
    expected: unsigned,
  },
  {
    name: 'another paymaster',
    tries: 'use what was signed for another paymaster of the operator',
    attack: async (scene) => {
      const { world } = scene
      const other = await world.deploy(latchkeyPaymasterAbi, latchkeyPaymasterBytecode, [
        world.devnet.operator.address,
        world.sponsor.address,
      ])
      return [await signedAs(scene, { paymaster: other })]
    },
    expected: unsigned,
  },
  {
    name: 'after its time',
    tries: 'keep a signature for later',
    attack: async (scene) => {
      const operation = await honest(scene)
      await scene.world.travelTo((await scene.world.now()) + 3700)
      return [operation]
    },
    expected: { refused: /AA32/ },
  },
  {
    name: 'the same operation again',
    tries: 'be paid for twice',
    attack: async (scene) => {
      const operation = await honest(scene)
      await scene.world.bundle([operation])
      return [operation]
    },
    expected: { refused: /AA25/ },
  },
  {
    name: 'stolen key, one operation',
    tries: 'have one operation cost more than the budget',
    attack: async (scene) => {
      await asOperator(scene, 'setBudget', [noBudget, parseEther('0.0001'), 86_400])
      return [await stolen(scene, { budget: noBudget })]
    },
    expected: { refused: /AA33/ },
  },
  {
    name: 'stolen key, two operations of a bundle',
    tries: 'have two operations begin with the same budget',
    attack: async (scene) => {
      const first = await stolen(scene, { budget: noBudget })
      await asOperator(scene, 'setBudget', [noBudget, (costOf(first) * 3n) / 2n, 86_400])
      return [first, await stolen(scene, { budget: noBudget }, 1n)]
    },
    expected: { refused: /AA33/ },
  },
  {
    name: 'stolen key, a budget of nothing',
    tries: 'spend what was not given',
    attack: async (scene) => {
      await asOperator(scene, 'setBudget', [noBudget, 0n, 86_400])
      return [await stolen(scene, { budget: noBudget })]
    },
    expected: { refused: /AA33/ },
  },
  {
    name: 'stolen key, budgets made up',
    tries: 'have each new name bring a new budget',
    attack: async (scene) => {
      const first = await stolen(scene, { budget: noBudget })
      await asOperator(scene, 'setBudget', [`0x${'00'.repeat(16)}`, (costOf(first) * 3n) / 2n, 86_400])
      return [first, await stolen(scene, { budget: otherBudget }, 1n)]
    },
    expected: { refused: /AA33/ },
  },
  {
    name: 'stolen key, tomorrow’s budget',
    tries: 'claim a time in the next period',
    attack: async (scene) => {
      const time = scene.today + scene.day
      return [await stolen(scene, { time, validUntil: time + 3600 })]
    },
    expected: { refused: /AA32/ },
  },
  {
    name: 'stolen key, the first second of 1970',
    tries: 'count against a period long over, with an end of zero, which stands for none',
    attack: async (scene) => [await stolen(scene, { time: 0, validUntil: 0 })],
    expected: { refused: /AA33/ },
  },
  {
    name: 'stolen key, time that contradicts itself',
    tries: 'claim one time and be valid in another',
    attack: async (scene) => [
      await stolen(scene, { time: scene.today - 5, validAfter: scene.today, validUntil: scene.today + 3600 }),
    ],
    expected: { refused: /AA33/ },
  },
  {
    name: 'failing call',
    tries: 'have gas used up by a call that fails',
    attack: async (scene) => {
      const { world } = scene
      const burn = encodeFunctionData({ abi: adversaryAbi, functionName: 'burn' })
      return [await honest(scene, { sender: world.adversary, callData: burn })]
    },
    expected: { harmless: async () => {} },
  },
  {
    name: 'settlement without gas',
    tries: 'have postOp run out of gas, so that nothing is counted',
    attack: async (scene) => [await honest(scene, { paymasterPostOpGasLimit: 2_000n })],
    expected: { harmless: async () => {} },
  },
  {
    name: 'settlement with far too much gas',
    tries: 'have the EntryPoint’s fine for unused gas go uncounted',
    attack: async (scene) => [await honest(scene, { paymasterPostOpGasLimit: 3_000_000n })],
    expected: { harmless: async () => {} },
  },
  {
    name: 'a limit far too high',
    tries: 'have the EntryPoint’s fine for the call’s unused gas go uncounted',
    attack: async (scene) => [await honest(scene, { callGasLimit: 5_000_000n })],
    expected: { harmless: async () => {} },
  },
]

/** Calls that only the EntryPoint or the owner may make to the paymaster, with the account that tries them. */
export const forbiddenCalls: [string, (scene: Scene) => { from: `0x${string}`; data: `0x${string}` }][] = [
  [
    'a stranger settles',
    ({ world }) => ({
      from: world.adversary,
      data: encodeFunctionData({ abi: latchkeyPaymasterAbi, functionName: 'postOp', args: [0, '0x', 0n, 0n] }),
    }),
  ],
  ['a stranger withdraws', ({ world, bob }) => ({ from: world.adversary, data: owners('withdraw', [bob, 1n]) })],
  [
    'the signing key withdraws',
    ({ world, bob }) => ({ from: world.sponsor.address, data: owners('withdraw', [bob, 1n]) }),
  ],
  [
    'the signing key raises a budget',
    ({ world }) => ({ from: world.sponsor.address, data: owners('setBudget', [noBudget, 1n, 60]) }),
  ],
  [
    'the signing key replaces itself',
    ({ world, bob }) => ({ from: world.sponsor.address, data: owners('setSigner', [bob]) }),
  ],
  [
    'a stranger becomes the owner',
    ({ world }) => ({
      from: world.adversary,
      data: encodeFunctionData({ abi: latchkeyPaymasterAbi, functionName: 'acceptOwnership' }),
    }),
  ],
  [
    'a stranger takes the stake',
    ({ world }) => ({
      from: world.adversary,
      data: encodeFunctionData({ abi: latchkeyPaymasterAbi, functionName: 'unlockStake' }),
    }),
  ],
  [
    'the owner gives the deposit up',
    ({ world }) => ({
      from: world.devnet.operator.address,
      data: encodeFunctionData({ abi: latchkeyPaymasterAbi, functionName: 'renounceOwnership' }),
    }),
  ],
  [
    'the owner sets a signer of zero',
    ({ world }) => ({ from: world.devnet.operator.address, data: owners('setSigner', [`0x${'00'.repeat(20)}`]) }),
  ],
  [
    'the owner sets a period of a second',
    ({ world }) => ({ from: world.devnet.operator.address, data: owners('setBudget', [noBudget, 1n, 1]) }),
  ],
]

/** Changes a setting as the operator. */
export async function asOperator({ world }: Scene, functionName: 'setBudget' | 'setSigner', args: readonly unknown[]) {
  await world.sendAs(world.devnet.operator.address, { to: world.paymaster, data: owners(functionName, args) })
}

/** Returns the maximum cost of an operation. */
export function costOf(operation: UserOperation): bigint {
  const { callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas } = operation
  const { paymasterVerificationGasLimit = 0n, paymasterPostOpGasLimit = 0n } = operation
  return (
    (callGasLimit +
      verificationGasLimit +
      preVerificationGas +
      paymasterVerificationGasLimit +
      paymasterPostOpGasLimit) *
    maxFeePerGas
  )
}

/** Returns an operation of an attacker with the operator's signing key. */
async function stolen({ world }: Scene, claim: Parameters<Scene['world']['sponsorOperation']>[1], after = 0n) {
  const operation = await world.operation({ sender: world.adversary, callData: '0x12345678' })
  return world.sponsorOperation({ ...operation, nonce: operation.nonce + after }, claim)
}

function owners(functionName: 'setBudget' | 'setSigner' | 'withdraw', args: readonly unknown[]): `0x${string}` {
  return encodeFunctionData({ abi: paymasterAbi, functionName, args } as never)
}

/** Returns an operation whose sponsorship was signed for another chain or paymaster. */
async function signedAs(
  scene: Scene,
  elsewhere: { chainId?: number; paymaster?: `0x${string}` },
): Promise<UserOperation> {
  const { world } = scene
  const operation = await honest(scene)
  const time = await world.now()
  const claim = { budget: `0x${'00'.repeat(16)}`, time, validAfter: 0, validUntil: time + 60 } as const
  const { chainId = world.chainId, paymaster = world.paymaster } = elsewhere
  const hash = paymasterRequestDigest({ operation: { ...operation, paymaster }, claim, chainId })
  return { ...operation, paymasterData: encodePaymasterData({ claim, signature: await world.sponsor.sign({ hash }) }) }
}
