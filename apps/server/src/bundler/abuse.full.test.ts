import { entryPoint08 } from '@latchkey/smart-account'
import { encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
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
/** A paymaster that pays for everything: it returns an empty context and 0. */
const yesCode = '0x604060005260606000f3'
const module = '0x00000000000000000000000000000000000bad01'
/** Returns 1 for `isModuleType`, and 0 for everything else. As a module and as an account, it accepts every operation. */
const moduleCode = '0x60003560e01c63ecd059611460005260206000f3'
const foreignPaymaster = '0x00000000000000000000000000000000000bad02'
/** Uses up all gas. */
const burningCode = '0x5b600056'
let world: BundlerWorld
const running: TestBundler[] = []

beforeAll(async () => {
  world = await startBundlerWorld()
  await world.node.setCode({ address: foreignPaymaster, bytecode: yesCode })
  const rich = '0x00000000000000000000000000000000000f00d0'
  await world.node.setBalance({ address: rich, value: parseEther('100') })
  await world.node.impersonateAccount({ address: rich })
  const data = encodeFunctionData({ abi: entryPoint08Abi, functionName: 'depositTo', args: [foreignPaymaster] })
  await world.request('eth_sendTransaction', [{ from: rich, to: entryPoint08, value: '0xde0b6b3a7640000', data }])
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
})
afterAll(() => world?.stop())

async function start(settings?: BundlerSettings): Promise<TestBundler> {
  const server = await world.startBundler(settings)
  running.push(server)
  return server
}

const stateOf = async ({ bundler }: TestBundler, hash: Hex) => (await bundler.status({ chainId, hash }))?.state

/** A deployed account. */
async function made(server: TestBundler, { delegated = false } = {}): Promise<TestAccount> {
  const { bundler } = server
  const account = createOperations({ world, bundler: () => bundler }).create({ delegated })
  await world.node.setBalance({ address: account.sender, value: parseEther('10') })
  const hash = await bundler.send({ chainId, operation: await account.operation() })
  await until(async () => (await stateOf(server, hash)) === 'included')
  return account
}

const paidByStranger = {
  paymaster: foreignPaymaster,
  paymasterVerificationGasLimit: 3_000_000n,
  paymasterPostOpGasLimit: 0n,
  paymasterData: '0x',
  preVerificationGas: 100_000n,
} as const

test('threat 87: refuses a foreign paymaster, for any account', async () => {
  const server = await start()
  const ada = await made(server)
  const operation = await ada.operation({ sponsored: false, change: paidByStranger })
  await expect(server.bundler.send({ chainId, operation })).rejects.toMatchObject({ code: 'operation_refused' })
  const { preVerificationGas: _, ...unmeasured } = operation
  await expect(server.bundler.estimate({ chainId, operation: unmeasured })).rejects.toThrow(/paymaster/)
  // The same if the operation deploys the account, or delegates it to our code.
  for (const delegated of [false, true]) {
    const { bundler } = server
    const fresh = createOperations({ world, bundler: () => bundler }).create({ delegated })
    const first = await fresh.operation({ change: {} })
    await expect(
      bundler.send({ chainId, operation: await fresh.sign({ ...first, ...paidByStranger }) }),
    ).rejects.toThrow(/paymaster/)
  }
})

test('threat 87: refuses an operation with a foreign validator module', async () => {
  const server = await start()
  const ada = await made(server)
  await world.node.setCode({ address: module, bytecode: moduleCode })
  const abi = parseAbi(['function installModule(uint256 moduleTypeId, address module, bytes initData)'])
  const data = encodeFunctionData({ abi, functionName: 'installModule', args: [1n, module, '0x'] })
  const install = await ada.operation({ calls: [{ to: ada.sender, data }] })
  const hash = await server.bundler.send({ chainId, operation: install })
  await until(async () => (await stateOf(server, hash)) === 'included')
  const own = await ada.operation({ sponsored: false })
  const operation = { ...own, nonce: BigInt(module) << 96n }
  await expect(server.bundler.send({ chainId, operation })).rejects.toThrow(/validator/)
})

test('threat 87: refuses an account with changed code, even if the operator promised to pay', async () => {
  const server = await start({ chain: { bundleInterval: 3_000 } })
  const ada = await made(server, { delegated: true })
  const operation = await ada.operation()
  const other = `0xef0100${module.slice(2)}` as const
  await world.node.setCode({ address: module, bytecode: moduleCode })
  const ours = (await world.client.getCode({ address: ada.sender })) ?? '0x'
  await world.node.setCode({ address: ada.sender, bytecode: other })
  await expect(server.bundler.send({ chainId, operation })).rejects.toThrow(/of Latchkey’s smart accounts/)
  await world.node.setCode({ address: ada.sender, bytecode: ours })
  const hash = await server.bundler.send({ chainId, operation })
  await world.node.setCode({ address: ada.sender, bytecode: other })
  await until(async () => (await stateOf(server, hash)) === 'dropped')
  expect((await server.bundler.status({ chainId, hash }))?.reason).toMatch(/other code/)
})

test('threat 87: drops an operation after its predecessor was dropped', async () => {
  let hold: Promise<void> | undefined
  const server = await start({ onStep: (step) => (step === 'chosen' ? hold : undefined) })
  const ada = await made(server)
  const one = await ada.operation({ sponsored: false, nonce: 1n })
  const two = await ada.operation({ nonce: 2n })
  let goOn = () => {}
  hold = new Promise((resolve) => {
    goOn = resolve
  })
  const first = await server.bundler.send({ chainId, operation: one })
  const second = await server.bundler.send({ chainId, operation: two })
  await world.node.setBalance({ address: ada.sender, value: 0n })
  goOn()
  await until(async () => (await stateOf(server, first)) === 'dropped')
  await until(async () => (await stateOf(server, second)) === 'dropped')
  expect((await server.bundler.status({ chainId, hash: second }))?.reason).toMatch(/previous operation/)
})

test('threat 87: retries an operation that cannot be simulated less and less often, and does not delay a stop', async () => {
  let chosen: number[] = []
  const server = await start({ onStep: (step) => void (step === 'chosen' && chosen.push(performance.now())) })
  const ada = await made(server)
  const operation = await ada.operation()
  const code = (await world.client.getCode({ address: entryPoint08 })) ?? '0x'
  chosen = []
  const patient = await start({
    chain: { bundleInterval: 3_000 },
    onStep: (step) => void (step === 'chosen' && chosen.push(performance.now())),
  })
  const hash = await patient.bundler.send({ chainId, operation })
  try {
    // Every call of the entry point reverts without data.
    await world.node.setCode({ address: entryPoint08, bytecode: '0x60006000fd' })
    await until(() => chosen.length >= 3)
    const [first = 0, second = 0, third = 0] = chosen
    expect(second - first).toBeGreaterThan(900)
    expect(third - second).toBeGreaterThan(1_800)
    expect(await stateOf(patient, hash)).toBe('received')
    await patient.bundler.stop()
  } finally {
    await world.node.setCode({ address: entryPoint08, bytecode: code })
  }
})

test('threat 88: an operation that fails alone on the chain is dropped and throttled, and delays no others', async () => {
  let burns = false
  const server = await start({
    chain: { acceptForeign: true, bundleInterval: 3_000 },
    onStep: async (step) => {
      if (!burns) return
      // It accepts the operation until the bundle is signed, and again after it is mined.
      if (step === 'signed') await world.node.setCode({ address: foreignPaymaster, bytecode: burningCode })
      if (step === 'settled') await world.node.setCode({ address: foreignPaymaster, bytecode: yesCode })
    },
  })
  const [eve, ben] = [await made(server), await made(server)]
  const bad = await eve.operation({ sponsored: false, change: paidByStranger })
  const good = await ben.operation()
  burns = true
  const hashes = await Promise.all([bad, good].map((operation) => server.bundler.send({ chainId, operation })))
  const [of = '0x', other = '0x'] = hashes
  await until(async () => (await stateOf(server, of)) === 'dropped')
  await until(async () => (await stateOf(server, other)) === 'included')
  burns = false
  await world.node.setCode({ address: foreignPaymaster, bytecode: yesCode })
  const counted = await server.context.metrics.metrics()
  const reverted = /outcome="reverted"} (\d+)/.exec(counted)?.[1]
  // Once together with the other operation, once alone.
  expect(Number(reverted)).toBe(2)
  const { readStandings } = await import('./store/reputationStore.ts')
  const standings = await readStandings(server.context.database, {
    chainId,
    addresses: [foreignPaymaster, ben.sender.toLowerCase() as Hex],
    now: Date.now(),
  })
  expect(standings.get(foreignPaymaster)).toBe('throttled')
  expect(standings.get(ben.sender.toLowerCase() as Hex)).toBe('ok')
}, 60_000)

test('threat 87: operations that pay too little now do not hide operations that pay enough', async () => {
  const server = await start({ chain: { bundleInterval: 500 } })
  const ada = await made(server)
  await world.node.setNextBlockBaseFeePerGas({ baseFeePerGas: 10n ** 10n })
  await world.node.mine({ blocks: 1 })
  await until(async () => (await server.bundler.gasPrice({ chainId })).standard.maxFeePerGas > 10n ** 10n)
  const operation = await ada.operation()
  const { insertOperation } = await import('./store/operationStore.ts')
  const { database } = server.context
  await database.transaction(async (tx) => {
    // Their tips are higher, but their maximum fee is below the base fee.
    const fees = { maxFeePerGas: 5n * 10n ** 9n, maxPriorityFeePerGas: 5n * 10n ** 9n }
    for (let count = 1; count <= 510; count++) {
      const digits = count.toString(16).padStart(40, '0')
      const cheap = { ...operation, ...fees, sender: `0x${digits}` as const }
      const hash: Hex = `0x${digits.padStart(64, 'c')}`
      await insertOperation(tx, {
        ...{ chainId, hash, operation: cheap, now: Date.now() },
        projectId: 'p',
        validUntil: 0,
      })
    }
  })
  const hash = await server.bundler.send({ chainId, operation })
  await until(async () => (await stateOf(server, hash)) === 'included')
}, 60_000)

test('threat 87: hides the signature of a waiting operation, and lets only the account’s key replace it', async () => {
  const server = await start({ chain: { bundleInterval: 5_000 } })
  const ada = await made(server)
  const ends: string[] = []
  server.bundler.onSettled(({ hash, outcome }) => void ends.push(`${hash} ${outcome}`))
  const operation = await ada.operation()
  const { bundler } = server
  const [hash, key] = [await bundler.send({ chainId, operation }), operation.nonce >> 64n]
  const shown = async () => (await bundler.byHash({ chainId, hash }))?.userOperation.signature
  expect(await shown()).toBe('0x')
  const back = { chainId, sender: ada.sender, reason: 'Its session was revoked' }
  expect(await bundler.dropWaiting({ ...back, key: key + 1n })).toBe(0)
  expect(await bundler.dropWaiting({ ...back, key })).toBe(1)
  expect(await bundler.status({ chainId, hash })).toMatchObject({ state: 'dropped', reason: back.reason })
  await until(() => ends.includes(`${hash} dropped`))
  expect(await bundler.send({ chainId, operation })).toBe(hash)
  await until(async () => (await stateOf(server, hash)) === 'included')
  expect(await shown()).toBe(operation.signature)
})
