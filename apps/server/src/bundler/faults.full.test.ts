import { entryPoint08 } from '@latchkey/smart-account'
import { parseEther } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/createTestDatabase.ts'
import { until } from '../testing/until.ts'
import { createOperations, type TestAccount } from './testing/createOperations.ts'
import {
  type BundlerSettings,
  type BundlerWorld,
  startBundlerWorld,
  type TestBundler,
} from './testing/startBundlerWorld.ts'
import { testChainId } from './testing/testChainId.ts'

const chainId = testChainId
const bob = '0x000000000000000000000000000000000000b0b0'
let world: BundlerWorld
const running: TestBundler[] = []

beforeAll(async () => {
  world = await startBundlerWorld()
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
  await world.request('evm_setAutomine', [true])
  await world.node.mine({ blocks: 1 })
})
afterAll(() => world?.stop())

async function start(settings?: BundlerSettings): Promise<TestBundler> {
  const server = await world.startBundler(settings)
  running.push(server)
  return server
}

async function account({ bundler }: TestBundler): Promise<TestAccount> {
  const made = createOperations({ world, bundler: () => bundler }).create({ delegated: false })
  await world.node.setBalance({ address: made.sender, value: parseEther('10') })
  return made
}

const executor = () => privateKeyToAccount(world.devnet.executor.privateKey)

/** Sends a transaction of the executor that the bundler does not know. */
async function sendForeign(nonce: number, fees: { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }): Promise<void> {
  const raw = await executor().signTransaction({
    ...{ chainId: 31337, type: 'eip1559', to: bob, value: 1n, gas: 21_000n, nonce },
    ...fees,
  })
  await world.request('eth_sendRawTransaction', [raw])
}

const stateOf = async ({ bundler }: TestBundler, hash: `0x${string}`) =>
  (await bundler.status({ chainId, hash }))?.state
const nonceOf = (block: 'latest' | 'pending') =>
  world.client.getTransactionCount({ address: executor().address, blockTag: block })

/** Returns how often the chain included an operation. */
async function timesIncluded(hash: `0x${string}`): Promise<number> {
  const logs = await world.client.getContractEvents({
    address: entryPoint08,
    abi: entryPoint08Abi,
    eventName: 'UserOperationEvent',
    args: { userOpHash: hash },
    fromBlock: 0n,
  })
  return logs.length
}

const gwei = 10n ** 9n

test('behavior: replaces a stuck transaction with a fee that is an eighth higher, and only one is mined', async () => {
  const server = await start({ timing: { stuckAfter: 300 } })
  const ada = await account(server)
  const operation = await ada.operation()
  await world.request('evm_setAutomine', [false])
  const nonce = await nonceOf('latest')
  const hash = await server.bundler.send({ chainId, operation })
  await until(async () => (await stateOf(server, hash)) === 'bundled')
  const pending = async () => {
    const { pending: all } = (await world.request('txpool_content')) as {
      pending: Record<string, Record<string, { hash: string; maxFeePerGas: string }>>
    }
    const own = Object.entries(all).find(([address]) => address.toLowerCase() === executor().address.toLowerCase())?.[1]
    return own?.[String(nonce)]
  }
  await until(async () => (await pending()) !== undefined)
  const first = await pending()
  await until(async () => (await pending())?.hash !== first?.hash)
  expect(BigInt((await pending())?.maxFeePerGas ?? 0) * 1000n).toBeGreaterThanOrEqual(
    BigInt(first?.maxFeePerGas ?? 0) * 1125n,
  )
  await world.node.mine({ blocks: 1 })
  await until(async () => (await stateOf(server, hash)) === 'included')
  expect(await timesIncluded(hash)).toBe(1)
})

test('behavior: abandons a bundle whose operations cannot pay a higher price, and they wait', async () => {
  const server = await start({ timing: { stuckAfter: 300 } })
  const ada = await account(server)
  const operation = await ada.operation()
  await world.request('evm_setAutomine', [false])
  const nonce = await nonceOf('latest')
  const hash = await server.bundler.send({ chainId, operation })
  await until(async () => (await stateOf(server, hash)) === 'bundled')
  // The base fee rises above the operation's maximum.
  await world.node.setNextBlockBaseFeePerGas({ baseFeePerGas: operation.maxFeePerGas * 3n })
  await world.node.mine({ blocks: 1 })
  await until(
    async () => {
      await world.node.mine({ blocks: 1 })
      return (await nonceOf('latest')) > nonce
    },
    { timeout: 30_000 },
  )
  await until(async () => (await stateOf(server, hash)) === 'received')
  expect(await timesIncluded(hash)).toBe(0)
  await world.node.setNextBlockBaseFeePerGas({ baseFeePerGas: gwei / 2n })
  await world.node.mine({ blocks: 1 })
  await world.request('evm_setAutomine', [true])
  await until(async () => (await stateOf(server, hash)) === 'included')
  expect(await timesIncluded(hash)).toBe(1)
})

test('behavior: detects a foreign transaction with the nonce, and submits the operations again', async () => {
  const server = await start()
  const ada = await account(server)
  const operation = await ada.operation()
  await world.request('evm_setAutomine', [false])
  const nonce = await nonceOf('latest')
  const hash = await server.bundler.send({ chainId, operation })
  await until(async () => (await nonceOf('pending')) === nonce + 1)
  await sendForeign(nonce, {
    maxFeePerGas: operation.maxFeePerGas * 3n,
    maxPriorityFeePerGas: operation.maxPriorityFeePerGas * 3n,
  })
  await world.request('evm_setAutomine', [true])
  await world.node.mine({ blocks: 1 })
  await until(async () => (await stateOf(server, hash)) === 'included')
  expect(await timesIncluded(hash)).toBe(1)
})

test('behavior: fills a gap in the executor’s nonces', async () => {
  const server = await start()
  const ada = await account(server)
  const operation = await ada.operation()
  await world.request('evm_setAutomine', [false])
  const nonce = await nonceOf('latest')
  await sendForeign(nonce, { maxFeePerGas: 5n * gwei, maxPriorityFeePerGas: gwei })
  const hash = await server.bundler.send({ chainId, operation })
  await until(async () => (await nonceOf('pending')) === nonce + 2)
  // The node drops the foreign transaction, which blocks all later transactions of the executor.
  const { pending } = (await world.request('txpool_content')) as {
    pending: Record<string, Record<string, { hash: string }>>
  }
  const own = Object.entries(pending).find(
    ([address]) => address.toLowerCase() === executor().address.toLowerCase(),
  )?.[1]
  await world.request('anvil_dropTransaction', [own?.[String(nonce)]?.hash])
  await world.request('evm_setAutomine', [true])
  await until(async () => {
    await world.node.mine({ blocks: 1 })
    return (await stateOf(server, hash)) === 'included'
  })
  expect(await timesIncluded(hash)).toBe(1)
})

test('behavior: submits the same bytes again after a reorganization', async () => {
  const server = await start({ timing: { watch: 20 } })
  const ends: string[] = []
  server.bundler.onSettled(({ hash, outcome }) => void ends.push(`${hash} ${outcome}`))
  const ada = await account(server)
  const operation = await ada.operation()
  await world.node.mine({ blocks: 1 })
  const snapshot = await world.node.snapshot()
  const hash = await server.bundler.send({ chainId, operation })
  await until(async () => (await stateOf(server, hash)) === 'included')
  const first = (await server.bundler.status({ chainId, hash }))?.transactionHash
  await until(() => ends.length === 1)
  await world.request('evm_setAutomine', [false])
  await world.node.revert({ id: snapshot })
  expect(await timesIncluded(hash)).toBe(0)
  await until(async () => (await stateOf(server, hash)) === 'bundled')
  await world.request('evm_setAutomine', [true])
  await world.node.mine({ blocks: 1 })
  await until(async () => (await timesIncluded(hash)) === 1, { timeout: 30_000 })
  await until(async () => (await stateOf(server, hash)) === 'included')
  expect((await server.bundler.status({ chainId, hash }))?.transactionHash).toBe(first)
  // Listeners receive the result again, because the cost may differ.
  await until(() => ends.length === 2)
})

test('behavior: without funds for a bundle, operations wait, the health check fails, and new ones are refused', async () => {
  const server = await start({ chain: { bundleInterval: 1_000 } })
  const [ada, ben] = [await account(server), await account(server)]
  const [operation, other] = [await ada.operation(), await ben.operation()]
  const balance = await world.client.getBalance({ address: executor().address })
  const hash = await server.bundler.send({ chainId, operation })
  await world.node.setBalance({ address: executor().address, value: 1000n })
  const [check] = server.bundler.checks()
  await until(
    () =>
      check?.check().then(
        () => false,
        (error: Error) => /The bundler’s account/.test(error.message),
      ) ?? false,
  )
  await expect(server.bundler.send({ chainId, operation: other })).rejects.toMatchObject({
    code: 'bundler_unavailable',
  })
  await until(
    async () =>
      (await server.context.metrics.metrics()).includes('latchkey_bundler_executor_funded{chain="eip155:31337"} 0'),
    {
      timeout: 40_000,
    },
  )
  expect(await stateOf(server, hash)).toBe('received')
  await world.node.setBalance({ address: executor().address, value: balance })
  await until(async () => (await stateOf(server, hash)) === 'included')
}, 90_000)

test('behavior: reports a node outage with a code, and loses nothing', async () => {
  const server = await start({ chain: { bundleInterval: 600 } })
  const [ada, ben] = [await account(server), await account(server)]
  const [operation, other] = [await ada.operation(), await ben.operation()]
  const hash = await server.bundler.send({ chainId, operation })
  await world.devnet.stopChain({ id: 31337 })
  await expect(server.bundler.send({ chainId, operation: other })).rejects.toMatchObject({
    code: 'bundler_unavailable',
  })
  const gasPrice = () => server.bundler.request({ chainId, method: 'pimlico_getUserOperationGasPrice', params: [] })
  // Concurrent callers share a cached answer for a moment.
  await until(async () => 'error' in (await gasPrice()))
  expect(await gasPrice()).toMatchObject({ error: { code: -32603, data: { code: 'bundler_unavailable' } } })
  const [check] = server.bundler.checks()
  await until(async () => (await check?.check().catch(() => 'down')) === 'down')
  await world.devnet.startChain({ id: 31337 })
  await until(async () => (await stateOf(server, hash)) === 'included', { timeout: 60_000 })
  expect(await timesIncluded(hash)).toBe(1)
}, 120_000)

test('behavior: submits a reverted bundle again, and its operations are included once', async () => {
  // Between the last simulation and the block, a foreign transaction spoils the bundle.
  let spoil: (() => Promise<void>) | undefined
  const server = await start({
    chain: { bundleInterval: 300 },
    onStep: async (step) => {
      if (step !== 'signed' || !spoil) return
      const once = spoil
      spoil = undefined
      await once()
    },
  })
  const [ada, ben] = [await account(server), await account(server)]
  const [one, two] = [await ada.operation({ sponsored: false }), await ben.operation()]
  spoil = async () => world.node.setBalance({ address: ada.sender, value: 0n })
  const hashes = await Promise.all([one, two].map((operation) => server.bundler.send({ chainId, operation })))
  const [first = '0x', second = '0x'] = hashes
  await until(async () => (await stateOf(server, second)) === 'included')
  await until(async () => (await stateOf(server, first)) === 'dropped')
  expect(await timesIncluded(second)).toBe(1)
  const counted = await server.context.metrics.metrics()
  expect(counted).toContain('latchkey_bundler_bundles_total{chain="eip155:31337",outcome="reverted"} 1')
})

test('behavior: threat 88: one of two processes bundles, and the other takes over', async () => {
  const connection = await createTestDatabase()
  try {
    const settings = { connection, alone: false, timing: { lease: 1_500 } }
    const one = await start(settings)
    const ada = await account(one)
    const first = await ada.operation()
    const hash = await one.bundler.send({ chainId, operation: first })
    await until(async () => (await stateOf(one, hash)) === 'included')
    const two = await start(settings)
    const second = await two.bundler.send({ chainId, operation: await ada.operation() })
    await until(async () => (await stateOf(two, second)) === 'included')
    await one.bundler.stop()
    const third = await two.bundler.send({ chainId, operation: await ada.operation() })
    await until(async () => (await stateOf(two, third)) === 'included')
    for (const each of [hash, second, third]) expect(await timesIncluded(each)).toBe(1)
  } finally {
    for (const server of running.splice(0)) await server.stop()
    await connection.close()
  }
})
