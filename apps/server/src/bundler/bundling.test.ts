import { entryPoint08, smartAccountContracts } from '@latchkey/smart-account'
import { parseEther } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import type { Settlement } from './Bundler.ts'
import { createOperations, type TestAccount } from './testing/createOperations.ts'
import { type BundlerWorld, startBundlerWorld, type TestBundler } from './testing/startBundlerWorld.ts'
import { testChainId } from './testing/testChainId.ts'

const chainId = testChainId
const bob = '0x000000000000000000000000000000000000b0b0'
let world: BundlerWorld
let server: TestBundler
const ends: Settlement[] = []
const make = () => createOperations({ world, bundler: () => server.bundler })

beforeAll(async () => {
  world = await startBundlerWorld()
  server = await world.startBundler({ chain: { bundleInterval: 400 } })
  server.bundler.onSettled((end) => void ends.push(end))
})
afterAll(async () => {
  await server?.stop()
  await world?.stop()
})

async function funded(options: { delegated: boolean }, wei = parseEther('10')): Promise<TestAccount> {
  const account = make().create(options)
  await world.node.setBalance({ address: account.sender, value: wei })
  return account
}

async function ended(hash: `0x${string}`): Promise<Settlement> {
  await until(() => ends.some((end) => end.hash === hash))
  return ends.findLast((end) => end.hash === hash) as Settlement
}

/** Returns the executor's gain or loss from a transaction. */
async function gainOf(hash: `0x${string}`): Promise<bigint> {
  const { gasUsed, effectiveGasPrice, logs } = await world.client.getTransactionReceipt({ hash })
  const paid = await world.client.getContractEvents({
    address: entryPoint08,
    abi: entryPoint08Abi,
    eventName: 'UserOperationEvent',
    blockHash: logs[0]?.blockHash ?? '0x',
  })
  return paid.reduce((sum, { args }) => sum + (args.actualGasCost ?? 0n), 0n) - gasUsed * effectiveGasPrice
}

test('default: a sponsored first operation deploys the account and is included', async () => {
  const { bundler } = server
  const account = await funded({ delegated: false })
  const before = await world.client.getBalance({ address: bob })
  const calls = [
    { to: bob, value: 5n },
    { to: bob, value: 6n },
  ] as const
  const operation = await account.operation({ calls })
  const hash = await bundler.send({ chainId, operation, projectId: 'p' })
  const end = await ended(hash)
  expect(end).toMatchObject({ outcome: 'included', projectId: 'p', paymaster: expect.stringMatching(/^0x/) })
  const receipt = await bundler.receipt({ chainId, hash })
  expect(receipt).toMatchObject({ success: true, userOpHash: hash, receipt: { status: '0x1' } })
  expect(BigInt(receipt?.actualGasCost ?? 0)).toBe(end.actualGasCost)
  expect(await world.client.getBalance({ address: bob })).toBe(before + 11n)
  // The receipt has only the logs of the operation, without those around it.
  expect(receipt?.logs.every(({ address }) => address.toLowerCase() !== entryPoint08.toLowerCase())).toBe(true)
  expect(await bundler.byHash({ chainId, hash })).toMatchObject({
    userOperation: { sender: account.sender },
    transactionHash: receipt?.receipt.transactionHash,
  })
  expect(await gainOf(end.transactionHash ?? '0x')).toBeGreaterThan(0n)
})

test('behavior: an account pays itself, its second operation has no factory, and the executor never loses', async () => {
  const { bundler } = server
  const account = await funded({ delegated: false })
  for (const value of [1n, 2n]) {
    const operation = await account.operation({ calls: [{ to: bob, value }], sponsored: false })
    expect(operation.factory === undefined).toBe(value === 2n)
    const { outcome, transactionHash } = await ended(await bundler.send({ chainId, operation }))
    expect(outcome).toBe('included')
    expect(await gainOf(transactionHash ?? '0x')).toBeGreaterThan(0n)
  }
  const large = await account.operation({ calls: [{ to: bob, data: `0x${'5a'.repeat(20_000)}` }], sponsored: false })
  const end = await ended(await bundler.send({ chainId, operation: large }))
  expect(await gainOf(end.transactionHash ?? '0x')).toBeGreaterThan(0n)
})

test('behavior: an EOA without native tokens delegates to our code in a sponsored operation (EIP-7702)', async () => {
  const { bundler } = server
  const account = make().create({ delegated: true })
  const operation = await account.operation()
  expect(operation.eip7702Auth).toBeDefined()
  const first = await ended(await bundler.send({ chainId, operation }))
  expect(first.outcome).toBe('included')
  expect(await gainOf(first.transactionHash ?? '0x')).toBeGreaterThan(0n)
  expect(await world.client.getCode({ address: account.sender })).toBe(
    `0xef0100${smartAccountContracts.implementation.slice(2).toLowerCase()}`,
  )
  const second = await account.operation()
  expect(second.eip7702Auth).toBeUndefined()
  expect((await ended(await bundler.send({ chainId, operation: second }))).outcome).toBe('included')
})

test('behavior: one transaction has operations of several accounts, one of each', async () => {
  const { bundler } = server
  const accounts = await Promise.all([1, 2, 3].map(() => funded({ delegated: false })))
  const prepared = await Promise.all(accounts.map((account) => account.operation({ calls: [{ to: bob, value: 1n }] })))
  const hashes = await Promise.all(prepared.map((operation) => bundler.send({ chainId, operation })))
  const transactions = new Set((await Promise.all(hashes.map(ended))).map(({ transactionHash }) => transactionHash))
  expect(transactions.size).toBe(1)
  expect(await gainOf([...transactions][0] ?? '0x')).toBeGreaterThan(0n)

  const [account] = accounts
  if (!account) throw new Error('no account')
  const next = await bundler.nextNonce({ chainId, sender: account.sender })
  const one = await account.operation({ nonce: next })
  const two = await account.operation({ nonce: next + 1n })
  const both = [await bundler.send({ chainId, operation: one }), await bundler.send({ chainId, operation: two })]
  expect(await bundler.nextNonce({ chainId, sender: account.sender })).toBe(next + 2n)
  const [first, second] = await Promise.all(both.map(ended))
  expect([first?.outcome, second?.outcome]).toEqual(['included', 'included'])
  expect(first?.transactionHash).not.toBe(second?.transactionHash)
})

test('behavior: an operation that became invalid is removed, and the others continue', async () => {
  const { bundler } = server
  const [good, bad, other] = await Promise.all([1, 2, 3].map(() => funded({ delegated: false })))
  if (!good || !bad || !other) throw new Error('no accounts')
  const spoilt = await bad.operation({ sponsored: false, calls: [{ to: bob, value: 1n }] })
  const fine = [await good.operation(), await other.operation()]
  const hash = await bundler.send({ chainId, operation: spoilt })
  const others = await Promise.all(fine.map((operation) => bundler.send({ chainId, operation })))
  // It could pay on arrival, but no longer.
  await world.node.setBalance({ address: bad.sender, value: 0n })
  expect((await ended(hash)).outcome).toBe('dropped')
  expect(await bundler.status({ chainId, hash })).toMatchObject({
    state: 'dropped',
    reason: expect.stringContaining('AA21'),
  })
  const transactions = new Set((await Promise.all(others.map(ended))).map(({ transactionHash }) => transactionHash))
  expect(transactions.size).toBe(1)
})

test('behavior: an operation replaces a waiting one if both of its fees are a tenth higher', async () => {
  const { bundler } = server
  const account = await funded({ delegated: false })
  const first = await account.operation()
  const { maxFeePerGas, maxPriorityFeePerGas } = first
  const again = (percent: bigint) =>
    account.operation({
      nonce: first.nonce,
      change: {
        maxFeePerGas: (maxFeePerGas * percent) / 100n + 1n,
        maxPriorityFeePerGas: (maxPriorityFeePerGas * percent) / 100n + 1n,
      },
    })
  const [little, enough] = [await again(105n), await again(110n)]
  const old = await bundler.send({ chainId, operation: first })
  await expect(bundler.send({ chainId, operation: little })).rejects.toMatchObject({ code: 'operation_underpriced' })
  const hash = await bundler.send({ chainId, operation: enough })
  expect((await ended(hash)).outcome).toBe('included')
  expect((await ended(old)).outcome).toBe('dropped')
  // Sending it again changes nothing, in any state.
  expect(await bundler.send({ chainId, operation: enough })).toBe(hash)
})

test('behavior: an operation whose call reverts on the chain has failed, is paid, and has a reason', async () => {
  const { bundler } = server
  const account = await funded({ delegated: false }, 10n)
  const operation = await account.operation({ calls: [{ to: bob, value: 10n }] })
  const hash = await bundler.send({ chainId, operation })
  await world.node.setBalance({ address: account.sender, value: 0n })
  const end = await ended(hash)
  expect(end.outcome).toBe('failed')
  expect(end.actualGasCost).toBeGreaterThan(0n)
  expect(await bundler.receipt({ chainId, hash })).toMatchObject({ success: false })
  expect(await bundler.status({ chainId, hash })).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('failed'),
  })
})

test('behavior: finds the operations of another bundler on the chain', async () => {
  const account = await funded({ delegated: false })
  const hash = await server.bundler.send({ chainId, operation: await account.operation() })
  const { transactionHash } = await ended(hash)
  const other = await world.startBundler()
  expect(await other.bundler.status({ chainId, hash })).toBeUndefined()
  expect(await other.bundler.receipt({ chainId, hash })).toMatchObject({ success: true, receipt: { transactionHash } })
  expect(await other.bundler.byHash({ chainId, hash })).toMatchObject({
    userOperation: { sender: account.sender },
    transactionHash,
  })
  await other.stop()
})
