import { adversaryAbi } from '@latchkey/contracts'
import { parseEther } from 'viem'
import { concat, encodeAbiParameters, encodeFunctionData, size, sliceHex } from 'viem/utils'
import type { AccountCall } from '../../calls/AccountCall.ts'
import { encodeCalls } from '../../calls/encodeCalls.ts'
import { batchMode, callListType, singleMode } from '../../calls/executionMode.ts'
import { wordOf } from '../startSessionWorld.ts'
import type { Scene } from './createScene.ts'
import type { Malice } from './Malice.ts'
import { executorAbi, install, six } from './sessionCalls.ts'

const unreadable = { refused: /AA23/, breach: { rule: 'calls' } } as const

/** Encodings of calls that could be read as other calls. */
const forms: [string, string, (scene: Scene) => `0x${string}`][] = [
  [
    'delegatecall',
    'run the enemy’s code on the account’s storage',
    ({ world }) => execute(`0xff${'00'.repeat(31)}`, concat([world.adversary, '0x12345678'])),
  ],
  [
    'failures ignored',
    'make one call in a mode that goes on',
    ({ transfer }) => execute(`0x0001${'00'.repeat(30)}`, single(transfer(1n))),
  ],
  [
    'failures of a batch ignored',
    'make several calls in a mode that goes on',
    ({ transfer }) => execute(`0x0101${'00'.repeat(30)}`, list([transfer(1n)])),
  ],
  [
    'batch of batches',
    'use the mode of ERC-7821',
    ({ transfer }) => execute(`0x01000000000078210001${'00'.repeat(22)}`, list([transfer(1n)])),
  ],
  [
    'mode with something behind it',
    'change what a mode means',
    ({ transfer }) => execute(`0x${'00'.repeat(31)}01`, single(transfer(1n))),
  ],
  [
    'executor',
    'pretend to be an installed executor',
    ({ transfer }) =>
      encodeFunctionData({
        abi: executorAbi,
        functionName: 'executeFromExecutor',
        args: [singleMode, single(transfer(1n))],
      }),
  ],
  ['executeUserOp', 'have the EntryPoint hand the operation to the account', () => '0x8dd7712f'],
  ['module installed at once', 'call the account itself', ({ world }) => install(world.adversary)],
  [
    'owner changed at once',
    'call the account itself',
    ({ bob }) => encodeFunctionData({ abi: executorAbi, functionName: 'setOwner', args: [bob] }),
  ],
  ['no data', 'make an operation that does nothing', () => '0x'],
  ['empty batch', 'make a batch of nothing', () => execute(batchMode, list([]))],
  [
    'other offset',
    'show one execution and run another one',
    ({ transfer }) => otherOffset(single(transfer(1n)), single(transfer(parseEther('500')))),
  ],
  ['offset into an honest call', 'show a call, and run what lies in its data', insideOffset],
  ['place of a batch in an honest call', 'show a batch, and run what lies in the data of its call', insideTuple],
  [
    'two calls that are one',
    'point at the same call twice',
    ({ transfer }) => execute(batchMode, twice(transfer(six))),
  ],
  [
    'a call behind the batch',
    'hide a call after the last one',
    ({ transfer }) => execute(batchMode, concat([list([transfer(1n)]), list([transfer(parseEther('500'))])])),
  ],
  [
    'bytes behind the operation',
    'hide bytes after the last word',
    ({ transfer }) => concat([encodeCalls([transfer(1n)]), wordOf(1n)]),
  ],
  [
    'address with dirty bits',
    'have the account read another address',
    ({ transfer }) => dirtyTarget(execute(batchMode, list([transfer(1n), transfer(1n)]))),
  ],
  [
    'length past the end',
    'have the data reach into what follows',
    ({ transfer }) => execute(batchMode, longer(list([transfer(1n)]))),
  ],
]

export const sessionForms: Malice[] = forms.map(
  ([name, tries, make]): Malice => ({
    ...{ name, tries, expected: unreadable },
    attack: async (scene) => [await scene.op([], { callData: make(scene) })],
  }),
)

function execute(mode: `0x${string}`, execution: `0x${string}`): `0x${string}` {
  return encodeFunctionData({ abi: executorAbi, functionName: 'execute', args: [mode, execution] })
}

function single({ to, value = 0n, data = '0x' }: AccountCall): `0x${string}` {
  return concat([to, wordOf(value), data])
}

function list(batch: readonly AccountCall[]): `0x${string}` {
  const executions = batch.map(({ to, value = 0n, data = '0x' }) => ({ target: to, value, callData: data }))
  return encodeAbiParameters([callListType], [executions])
}

/** The offset of the execution points past the one in the expected position. */
function otherOffset(shown: `0x${string}`, run: `0x${string}`): `0x${string}` {
  const honest = execute(singleMode, shown)
  const behind = (honest.length - 2) / 2 - 4
  const hidden = sliceHex(execute(singleMode, run), 4 + 64)
  return concat([sliceHex(honest, 0, 4 + 32), wordOf(BigInt(behind)), sliceHex(honest, 4 + 64), hidden])
}

/** Two entries of a batch that point to one call. */
function twice(call: AccountCall): `0x${string}` {
  const whole = list([call])
  return concat([wordOf(0x20n), wordOf(2n), wordOf(0x40n), wordOf(0x40n), sliceHex(whole, 0x60)])
}

function dirtyTarget(callData: `0x${string}`): `0x${string}` {
  const target = 4 + 96 + 0x80
  return concat([sliceHex(callData, 0, target), '0x01', sliceHex(callData, target + 1)])
}

function longer(execution: `0x${string}`): `0x${string}` {
  const length = 0x60 + 0x60
  return concat([sliceHex(execution, 0, length), wordOf(10_000n), sliceHex(execution, length + 32)])
}

/** Returns an honest call whose data contains adversarial bytes, and their offset from the start of the call. */
function hiding(scene: Scene, hidden: `0x${string}`): { call: AccountCall; offset: number } {
  const args = [scene.router, hidden] as const
  const data = encodeFunctionData({ abi: adversaryAbi, functionName: 'relay', args })
  // selector, address, offset, length
  return { call: { to: scene.world.adversary, data }, offset: 4 + 3 * 32 }
}

/** The operation's offset points into the data of an honest call, which contains another execution. */
function insideOffset(scene: Scene): `0x${string}` {
  const run = single(scene.transfer(parseEther('500')))
  const { call, offset } = hiding(scene, concat([wordOf(BigInt(size(run))), run]))
  const honest = execute(singleMode, single(call))
  return concat([sliceHex(honest, 0, 36), wordOf(BigInt(0x60 + 52 + offset)), sliceHex(honest, 68)])
}

/** The batch's offset points into the data of an honest call, which contains another call. */
function insideTuple(scene: Scene): `0x${string}` {
  const hidden = sliceHex(list([scene.transfer(parseEther('500'))]), 0x60)
  const { call, offset } = hiding(scene, hidden)
  const honest = list([call])
  return execute(
    batchMode,
    concat([sliceHex(honest, 0, 0x40), wordOf(BigInt(0x20 + 0x80 + offset)), sliceHex(honest, 0x60)]),
  )
}
