import { latchkeyAccountAbi } from '@latchkey/contracts'
import { concat, encodeAbiParameters, encodeFunctionData, encodePacked, erc20Abi, pad, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callListType } from '../calls/executionMode.ts'
import { smartAccountContracts } from '../contracts/addresses.ts'
import { type AccountWorld, startAccountWorld } from '../testing/startAccountWorld.ts'
import { createAccountCall } from './createAccountCall.ts'
import { smartAccountAddress } from './smartAccountAddress.ts'

const owner = privateKeyToAccount(`0x${'c1'.repeat(32)}`)
const of = { address: owner.address }
const sender = smartAccountAddress(of)
const receiver = '0x00000000000000000000000000000000000000cc'
const abi = latchkeyAccountAbi
const { sessions, factory } = smartAccountContracts

let world: AccountWorld
beforeAll(async () => {
  world = await startAccountWorld()
  await world.fund(sender)
  const operation = await world.operation({ sender, ...createAccountCall(of), calls: [{ to: receiver }] })
  await world.send({ ...operation, signature: await owner.sign({ hash: world.hash(operation) }) })
})
afterAll(() => world.stop())

async function run(callData: `0x${string}`, key = 0n) {
  const operation = await world.operation({ sender, callData, key })
  return { ...operation, signature: await owner.sign({ hash: world.hash(operation) }) }
}

const execute = (mode: `0x${string}`, execution: `0x${string}`) =>
  encodeFunctionData({ abi, functionName: 'execute', args: [pad(mode, { dir: 'right', size: 32 }), execution] })

type Execution = { target: `0x${string}`; value: bigint; callData: `0x${string}` }
const batch = (calls: Execution[]) => encodeAbiParameters([callListType], [calls])
const single = ({ target, value, callData }: Execution) =>
  encodePacked(['address', 'uint256', 'bytes'], [target, value, callData])

const pay: Execution = { target: receiver, value: 3n, callData: '0x' }
// The contract has no such function.
const broken: Execution = { target: factory, value: 0n, callData: '0x12345678' }
const balance = () => world.client.getBalance({ address: receiver })

describe('execution', () => {
  it.each([
    ['one call', '0x0000', single(pay), 3n],
    ['one call, whether it works or not', '0x0001', single(pay), 3n],
    ['several calls', '0x0100', batch([pay, pay]), 6n],
    ['several calls, those that work', '0x0101', batch([pay, broken, pay]), 6n],
  ] as const)('behavior: mode of %s', async (_, mode, execution, paid) => {
    const before = await balance()
    expect(await world.send(await run(execute(mode, execution)))).toMatchObject({ success: true })
    expect(await balance()).toBe(before + paid)
  })

  it.each([
    ['all or none of a batch', '0x0100', batch([pay, broken])],
    ['a call that fails', '0x0000', single(broken)],
    ['code of others on this storage (delegate call)', '0xff00', concat([sessions, '0x'])],
    ['the same, whether it works or not', '0xff01', concat([sessions, '0x'])],
    ['an unknown kind of call', '0xfe00', single(pay)],
    ['an unknown kind of failing', '0x0002', single(pay)],
    ['calls that cannot be read', '0x0100', '0x1234'],
    ['a call to the zero address', '0x0000', single({ ...pay, target: zeroAddress })],
    ['a call to the zero address among others', '0x0100', batch([pay, { ...pay, target: zeroAddress }])],
  ] as const)('error: %s', async (_, mode, execution) => {
    const before = await balance()
    expect(await world.send(await run(execute(mode, execution)))).toMatchObject({ success: false })
    expect(await balance()).toBe(before)
  })

  it('threat 89: the zero address is not an alias of the account itself', async () => {
    const callData = encodeFunctionData({ abi, functionName: 'setOwner', args: [receiver] })
    const self = { target: zeroAddress, value: 0n, callData } as const
    for (const [mode, execution] of [
      ['0x00', single(self)],
      ['0x01', batch([pay, self])],
      ['0x0101', batch([self])],
    ] as const)
      expect(await world.send(await run(execute(mode, execution)))).toMatchObject({ success: false })
    expect(await world.client.readContract({ address: sender, abi, functionName: 'owner' })).toBe(owner.address)
  })

  it('default: reports the supported modes and module types', async () => {
    const account = { address: sender, abi } as const
    const modes = ['0x0000', '0x0001', '0x0100', '0x0101', '0xff00', '0xff01', '0xfe00', '0x0002'] as const
    const supported = await Promise.all(
      modes.map((mode) =>
        world.client.readContract({
          ...{ ...account, functionName: 'supportsExecutionMode', args: [pad(mode, { dir: 'right', size: 32 })] },
        }),
      ),
    )
    expect(supported).toEqual([true, true, true, true, false, false, false, false])
    for (const [type, supports] of [
      [1n, true],
      [2n, true],
      [3n, true],
      [4n, false],
    ] as const)
      expect(await world.client.readContract({ ...account, functionName: 'supportsModule', args: [type] })).toBe(
        supports,
      )
  })

  it('threat 89: only the account itself, the EntryPoint and installed executors can make it call', async () => {
    const attempts = [
      execute('0x00', single(pay)),
      encodeFunctionData({ abi, functionName: 'executeFromExecutor', args: [pad('0x00', { size: 32 }), single(pay)] }),
      encodeFunctionData({ abi, functionName: 'installModule', args: [1n, sessions, '0x'] }),
      encodeFunctionData({ abi, functionName: 'uninstallModule', args: [1n, sessions, '0x'] }),
    ]
    for (const account of [owner.address, receiver, sessions] as const)
      for (const data of attempts) await expect(world.client.call({ account, to: sender, data })).rejects.toThrow()
  })

  it('behavior: the account itself can remove the permission module and install it again', async () => {
    const self = (functionName: 'installModule' | 'uninstallModule') =>
      run(execute('0x00', single({ target: sender, value: 0n, callData: module(functionName) })))
    const module = (functionName: 'installModule' | 'uninstallModule') =>
      encodeFunctionData({ abi, functionName, args: [1n, sessions, '0x'] })
    const installed = () =>
      world.client.readContract({ address: sender, abi, functionName: 'isModuleInstalled', args: [1n, sessions, '0x'] })
    expect(await world.send(await self('installModule'))).toMatchObject({ success: false })
    expect(await world.send(await self('uninstallModule'))).toMatchObject({ success: true })
    expect(await installed()).toBe(false)
    expect(await world.send(await self('uninstallModule'))).toMatchObject({ success: false })
    expect(await world.send(await self('installModule'))).toMatchObject({ success: true })
    expect(await installed()).toBe(true)
  })

  it('threat 89: an operation with the nonce key of a module that is not installed never falls back to the owner', async () => {
    const key = (BigInt(factory) << 32n) | 5n
    expect(await world.refusal(await run(execute('0x00', single(pay)), key))).toMatch('AA24')
    // The owner has other nonce keys as well.
    expect(await world.refusal(await run(execute('0x00', single(pay)), 5n))).toBeUndefined()
  })

  it('behavior: receives native tokens, tokens and NFTs', async () => {
    const { tokens, faucet } = world.devnet
    const usdl = tokens.find(({ symbol }) => symbol === 'USDL')?.address ?? sender
    await world.node.impersonateAccount({ address: faucet.address })
    const from = { account: faucet.address } as const
    const hash = await world.executor.writeContract({
      ...{ ...from, address: usdl, abi: erc20Abi, functionName: 'transfer', args: [sender, 5n] },
    })
    await world.client.waitForTransactionReceipt({ hash })
    expect(
      await world.client.readContract({ address: usdl, abi: erc20Abi, functionName: 'balanceOf', args: [sender] }),
    ).toBe(5n)
    const hooks = {
      onERC721Received: '0x150b7a02',
      onERC1155Received: '0xf23a6e61',
      onERC1155BatchReceived: '0xbc197c81',
    } as const
    const answers = {
      onERC721Received: await read('onERC721Received', [receiver, receiver, 1n, '0x']),
      onERC1155Received: await read('onERC1155Received', [receiver, receiver, 1n, 1n, '0x']),
      onERC1155BatchReceived: await read('onERC1155BatchReceived', [receiver, receiver, [1n], [1n], '0x']),
    }
    expect(answers).toEqual(hooks)
  })

  it.each([
    ['ERC-165', '0x01ffc9a7', true],
    ['ERC-721 receiver', '0x150b7a02', true],
    ['ERC-1155 receiver', '0x4e2312e0', true],
    ['ERC-1271', '0x1626ba7e', true],
    ['IAccount', '0x19822f7c', true],
    ['none', '0xffffffff', false],
  ] as const)('default: ERC-165 answers for %s', async (_, id, answer) => {
    expect(
      await world.client.readContract({ address: sender, abi, functionName: 'supportsInterface', args: [id] }),
    ).toBe(answer)
  })

  it('error: reverts an unknown function', async () => {
    await expect(world.client.call({ to: sender, data: '0x12345678' })).rejects.toThrow()
  })
})

async function read(functionName: string, args: readonly unknown[]): Promise<unknown> {
  const { result } = await world.client.simulateContract({
    ...({ address: sender, abi, functionName, args } as Parameters<typeof world.client.simulateContract>[0]),
  })
  return result
}
