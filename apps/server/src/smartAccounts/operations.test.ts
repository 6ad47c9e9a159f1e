import { createAccountCall, entryPoint08, smartAccountContracts } from '@latchkey/smart-account'
import { numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import {
  chainId,
  createOwner,
  hexChainId,
  type SmartAccountWorld,
  startSmartAccountWorld,
  transfer,
} from './testing/startSmartAccountWorld.ts'

let world: SmartAccountWorld
beforeAll(async () => {
  world = await startSmartAccountWorld()
}, 120_000)
afterAll(() => world?.stop())

const receiver = '0x00000000000000000000000000000000000b0b00'

describe('operations of the owner', () => {
  test('default: an undeployed smart account without native tokens pays with a token, twice', async () => {
    const { owner, account } = createOwner()
    await world.fund(account, { tokens: 1_000n })
    const before = await world.balanceOf(receiver)
    const capabilities = { account: { owner: owner.address } }
    const calls = [transfer(world.token, receiver, 7n)]
    const prepared = await world.prepare({ from: account, calls, capabilities })
    expect(prepared.preparedCalls.data.factory).toBe(smartAccountContracts.factory)
    expect(prepared.capabilities.sponsor).toEqual({ name: 'Test' })
    const sent = await world.send(await world.sign(prepared, owner))
    expect(sent.result.id).toBe(prepared.signatureRequest.hash)
    const status = await world.ended(sent.result.id)
    expect(status).toMatchObject({ status: 200, chainId: '0x7a69', atomic: true, id: sent.result.id })
    expect(status.receipts?.[0]?.status).toBe('0x1')
    expect(await world.balanceOf(receiver)).toBe(before + 7n)

    const second = await world.prepare({ from: account, calls: [calls[0], calls[0]] as never, capabilities })
    expect(second.preparedCalls.data.factory).toBeUndefined()
    expect(await world.ended((await world.send(await world.sign(second, owner))).result.id)).toMatchObject({
      status: 200,
    })
    expect(await world.balanceOf(receiver)).toBe(before + 21n)
    expect(await world.reader.getBalance({ address: account })).toBe(0n)
  }, 60_000)

  test('default: an EOA delegates to our code in its first operation, and not in the next one', async () => {
    const { owner } = createOwner()
    const from = owner.address
    await world.fund(from, { tokens: 100n })
    const before = await world.balanceOf(receiver)
    const calls = [transfer(world.token, receiver, 1n), transfer(world.token, receiver, 2n)]
    const prepared = await world.prepare({ from, calls, capabilities: { delegation: true } })
    expect(prepared.signatureRequest.authorization).toMatchObject({
      address: smartAccountContracts.implementation,
      nonce: '0x0',
    })
    const sent = await world.send(await world.sign(prepared, owner))
    expect(sent.error).toBeUndefined()
    expect(await world.ended(sent.result.id)).toMatchObject({ status: 200 })
    expect(await world.balanceOf(receiver)).toBe(before + 3n)
    expect(await world.reader.getCode({ address: from })).toBe(
      `0xef0100${smartAccountContracts.implementation.slice(2).toLowerCase()}`,
    )

    const again = await world.prepare({ from, calls, capabilities: { delegation: true } })
    expect(again.signatureRequest.authorization).toBeUndefined()
    expect(await world.ended((await world.send(await world.sign(again, owner))).result.id)).toMatchObject({
      status: 200,
    })
    expect(await world.reader.getBalance({ address: from })).toBe(0n)
  }, 60_000)

  test('behavior: sponsors an operation with a fee that was recommended a moment ago, after the price fell', async () => {
    const { owner, account } = createOwner()
    await world.fund(account, { tokens: 100n })
    const tipNow = async () => {
      const { result } = await world.ask<{ fast: { maxPriorityFeePerGas: `0x${string}` } }>(
        ...(['/v1/bundler', 'pimlico_getUserOperationGasPrice', [], { chainId }] as const),
      )
      return BigInt(result.fast.maxPriorityFeePerGas)
    }
    const { address } = world.devnet.faucet
    await world.node('anvil_impersonateAccount', [address])
    const fees = { maxFeePerGas: numberToHex(20_000_000_000n), maxPriorityFeePerGas: numberToHex(10_000_000_000n) }
    await world.node('eth_sendTransaction', [{ from: address, to: receiver, value: '0x1', ...fees }])
    await until(async () => (await tipNow()) >= 10_000_000_000n)
    const request = { from: account, calls: [transfer(world.token, receiver, 7n)] }
    const prepared = await world.prepare({ ...request, capabilities: { account: { owner: owner.address } } })
    expect(prepared.capabilities.sponsor).toEqual({ name: 'Test' })

    await world.node('evm_mine')
    await until(async () => (await tipNow()) < 2_000_000_000n)
    const { paymaster: _, paymasterData: __, ...data } = prepared.preparedCalls.data
    const ask = async (tip: bigint) => {
      const operation = { ...data, maxPriorityFeePerGas: numberToHex(tip) }
      return (await world.ask('/v1/paymaster', 'pm_getPaymasterData', [operation, entryPoint08, hexChainId, {}])).error
    }
    expect(await ask(BigInt(data.maxPriorityFeePerGas))).toBeUndefined()
    expect((await ask(16_000_000_000n))?.data?.code).toBe('sponsorship_refused')
  }, 60_000)

  test('behavior: operations wait for their predecessors, including the one that deploys the account', async () => {
    const { owner, account } = createOwner()
    await world.fund(account, { tokens: 100n })
    const capabilities = { account: { owner: owner.address } }
    const before = await world.balanceOf(receiver)
    const ids: string[] = []
    for (const amount of [1n, 2n, 3n]) {
      const calls = [transfer(world.token, receiver, amount)]
      const prepared = await world.prepare({ from: account, calls, capabilities })
      const sent = await world.send(await world.sign(prepared, owner))
      expect(sent.error).toBeUndefined()
      ids.push(sent.result.id)
    }
    for (const id of ids) expect(await world.ended(id)).toMatchObject({ status: 200 })
    expect(await world.balanceOf(receiver)).toBe(before + 6n)
  }, 60_000)

  test('behavior: if the account is deployed during the preparation, the operation is prepared again, without a factory', async () => {
    const { owner, account } = createOwner()
    await world.fund(account, { tokens: 100n })
    const request = {
      from: account,
      calls: [transfer(world.token, receiver, 1n)],
      capabilities: { account: { owner: owner.address } },
    }
    const { rpc } = world.app
    const { request: ask } = rpc
    let isMade = false
    rpc.request = (async (options: Parameters<typeof ask>[0]) => {
      const answer = await ask(options)
      // After the check of the code, before the measurement.
      const [address] = options.call.params as readonly unknown[]
      if (!isMade && options.call.method === 'eth_getCode' && address === account) {
        isMade = true
        const { factory, factoryData } = createAccountCall({ address: owner.address })
        const from = world.devnet.faucet.address
        await world.node('anvil_impersonateAccount', [from])
        const hash = await world.node('eth_sendTransaction', [{ from, to: factory, data: factoryData }])
        await until(async () => (await world.node('eth_getTransactionReceipt', [hash])) !== null)
      }
      return answer
    }) as typeof ask
    try {
      const prepared = await world.prepare(request)
      expect(prepared.preparedCalls.data.factory).toBeUndefined()
      expect(isMade).toBe(true)
      expect(await world.ended((await world.send(await world.sign(prepared, owner))).result.id)).toMatchObject({
        status: 200,
      })
    } finally {
      rpc.request = ask
    }
  }, 60_000)

  test('error: refuses a wrong signature, and the signature of something else', async () => {
    const { owner, account } = createOwner()
    await world.fund(account, { tokens: 100n })
    const request = {
      from: account,
      calls: [transfer(world.token, receiver, 1n)],
      capabilities: { account: { owner: owner.address } },
    }
    const prepared = await world.prepare(request)
    const signed = await world.sign(prepared, createOwner().owner)
    expect((await world.send(signed)).error).toMatchObject({ code: -32507, data: { code: 'operation_refused' } })
    const right = await world.sign(prepared, owner)
    const more = { ...right.preparedCalls, data: { ...right.preparedCalls.data, callGasLimit: '0xfffff' as const } }
    expect((await world.send({ ...right, preparedCalls: more })).error.data?.code).toBe('operation_refused')
    const sent = await world.send(right)
    expect(sent.error).toBeUndefined()
    expect((await world.send(right)).result).toEqual(sent.result)
    expect(await world.ended(sent.result.id)).toMatchObject({ status: 200 })
    expect((await world.send(right)).result).toEqual(sent.result)
  }, 60_000)
})
