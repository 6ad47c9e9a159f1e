import { adversaryAbi, latchkeyAccountAbi, latchkeySessionsAbi } from '@latchkey/contracts'
import { erc20Abi, parseEther } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { concat, encodeFunctionData } from 'viem/utils'
import { singleMode } from '../../calls/executionMode.ts'
import { entryPoint08, smartAccountContracts } from '../../contracts/addresses.ts'
import { packOperation } from '../../operation/packOperation.ts'
import { wordOf } from '../startSessionWorld.ts'
import type { Scene } from './createScene.ts'
import type { Malice } from './Malice.ts'

const failed = {
  harmless: async ({ relayed }: Scene) => {
    const { attempts, succeeded } = await relayed()
    if (attempts !== 1n || succeeded)
      throw new Error(`of ${attempts} calls the last one ${succeeded ? 'went through' : 'failed'}`)
  },
}

/** Calls that a called contract may make back. */
const callbacks: [string, string, (scene: Scene) => Promise<[`0x${string}`, `0x${string}`]>][] = [
  [
    'another operation from within',
    'have the EntryPoint run a second operation inside the first one',
    async ({ op, transfer, world }) => {
      const inner = await op([transfer(parseEther('10'))], { nonce: (await op([])).nonce + 1n })
      const args = [[packOperation(inner)], world.adversary] as const
      return [entryPoint08, encodeFunctionData({ abi: entryPoint08Abi, functionName: 'handleOps', args })]
    },
  ],
  [
    'the account called back',
    'have the account make a call while it makes one',
    async ({ world, transfer }) => {
      const { to, data = '0x' } = transfer(parseEther('500'))
      const execution = concat([to, wordOf(0n), data])
      return [
        world.account,
        encodeFunctionData({ abi: latchkeyAccountAbi, functionName: 'execute', args: [singleMode, execution] }),
      ]
    },
  ],
  [
    'the account called back as an executor',
    'pretend to be a module of the account',
    async ({ world, transfer }) => {
      const { to, data = '0x' } = transfer(parseEther('500'))
      const execution = concat([to, wordOf(0n), data])
      return [
        world.account,
        encodeFunctionData({
          abi: latchkeyAccountAbi,
          functionName: 'executeFromExecutor',
          args: [singleMode, execution],
        }),
      ]
    },
  ],
  [
    'the owner changed from within',
    'have the account take another owner',
    async ({ world, bob }) => [
      world.account,
      encodeFunctionData({ abi: latchkeyAccountAbi, functionName: 'setOwner', args: [bob] }),
    ],
  ],
  [
    'the account initialised again',
    'set the first owner a second time',
    async ({ world, bob }) => [
      world.account,
      encodeFunctionData({
        abi: latchkeyAccountAbi,
        functionName: 'initialize',
        args: [bob, wordOf(0n), wordOf(0n), wordOf(0n)],
      }),
    ],
  ],
  [
    'the module asked by somebody else',
    'have the module count, or forget, for the account',
    async ({ op, transfer }) => {
      const args = [packOperation(await op([transfer(parseEther('10'))])), wordOf(0n)] as const
      return [
        smartAccountContracts.sessions,
        encodeFunctionData({ abi: latchkeySessionsAbi, functionName: 'validateUserOp', args }),
      ]
    },
  ],
  [
    'tokens taken without an approval',
    'take the account’s tokens while it calls',
    async ({ world }) => [
      world.token,
      encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [world.account, world.adversary, 1n] }),
    ],
  ],
]

export const reentrancy: Malice[] = [
  ...callbacks.map(
    ([name, tries, make]): Malice => ({
      ...{ name, tries, expected: failed },
      attack: async (scene) => [await scene.op([scene.relay(...(await make(scene)))])],
    }),
  ),
  {
    name: 'a session granted from within',
    tries: 'grant a session while the account calls',
    attack: async ({ op, relay, session }) => {
      const args = [900, session.grant] as const
      return [
        await op([
          relay(
            smartAccountContracts.sessions,
            encodeFunctionData({ abi: latchkeySessionsAbi, functionName: 'grant', args }),
          ),
        ]),
      ]
    },
    // The adversary's own token without a value. `worth` only reads the account's tokens.
    expected: { harmless: async () => {} },
  },
  {
    name: 'a payment that calls back',
    tries: 'have the receiver of a payment run an operation',
    attack: async ({ op, world, transfer, bob }) => {
      const inner = await op([transfer(parseEther('10'), bob)], { nonce: (await op([])).nonce + 1n })
      const data = encodeFunctionData({
        abi: entryPoint08Abi,
        functionName: 'handleOps',
        args: [[packOperation(inner)], bob],
      })
      const prepare = encodeFunctionData({ abi: adversaryAbi, functionName: 'prepare', args: [entryPoint08, data] })
      await world.sendAs(world.executor.account.address, { to: world.adversary, data: prepare })
      // It pays itself, so that its loss is known: nothing, because the payment reverts with its call.
      const pay = encodeFunctionData({
        abi: adversaryAbi,
        functionName: 'relay',
        args: [world.adversary, '0x12345678'],
      })
      return [await op([{ to: world.adversary, data: pay }])]
    },
    expected: {
      harmless: async ({ relayed }) => {
        if ((await relayed()).attempts !== 2n) throw new Error('it did not try')
      },
    },
  },
  {
    name: 'an answer that is long',
    tries: 'have the bundle pay for copying an endless answer',
    attack: async ({ op, world }) => {
      const data = encodeFunctionData({ abi: adversaryAbi, functionName: 'fail', args: [100_000n] })
      return [await op([{ to: world.adversary, data }])]
    },
    expected: { harmless: async () => {} },
  },
]
