import { entryPoint08, hashOperation, toRpcOperation, type UserOperation } from '@latchkey/smart-account'
import { parseEther, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOperations, type TestAccount } from './testing/createOperations.ts'
import { type BundlerWorld, startBundlerWorld, type TestBundler } from './testing/startBundlerWorld.ts'
import { testChainId } from './testing/testChainId.ts'

const chainId = testChainId
const bob = '0x000000000000000000000000000000000000b0b0'
const stranger = privateKeyToAccount(`0x${'5e'.repeat(32)}`)
let world: BundlerWorld
let server: TestBundler
let account: TestAccount
const make = () => createOperations({ world, bundler: () => server.bundler })

beforeAll(async () => {
  world = await startBundlerWorld()
  server = await world.startBundler({ chain: { bundleInterval: 60_000 } })
  account = make().create({ delegated: false })
  await world.node.setBalance({ address: account.sender, value: parseEther('10') })
})
afterAll(async () => {
  await server?.stop()
  await world?.stop()
})

/** Sends an operation over JSON-RPC. @returns the error */
async function refusalOf(operation: unknown, entryPoint: unknown = entryPoint08) {
  const outcome = await server.bundler.request({
    chainId,
    method: 'eth_sendUserOperation',
    params: [operation, entryPoint],
  })
  if (!('error' in outcome)) throw new Error(`it was taken: ${JSON.stringify(outcome)}`)
  return outcome.error
}
const refuse = (operation: UserOperation) => refusalOf(toRpcOperation(operation))

test('default: has the methods of ERC-7769, and those that viem calls in addition', async () => {
  const ask = (method: string, ...params: unknown[]) => server.bundler.request({ chainId, method, params })
  expect(await ask('eth_chainId')).toEqual({ result: '0x7a69' })
  expect(await ask('eth_supportedEntryPoints')).toEqual({ result: [entryPoint08] })
  const price = { maxFeePerGas: expect.stringMatching(/^0x/), maxPriorityFeePerGas: expect.stringMatching(/^0x/) }
  expect(await ask('pimlico_getUserOperationGasPrice')).toEqual({
    result: { slow: price, standard: price, fast: price },
  })
  const {
    callGasLimit: _c,
    verificationGasLimit: _v,
    preVerificationGas: _p,
    ...unmeasured
  } = toRpcOperation(await account.operation({ sponsored: false }))
  expect(await ask('eth_estimateUserOperationGas', unmeasured, entryPoint08)).toEqual({
    result: {
      callGasLimit: expect.stringMatching(/^0x/),
      verificationGasLimit: expect.stringMatching(/^0x/),
      preVerificationGas: expect.stringMatching(/^0x/),
    },
  })
  const nobody = `0x${'12'.repeat(32)}`
  expect(await ask('eth_getUserOperationReceipt', nobody)).toEqual({ result: null })
  expect(await ask('eth_getUserOperationByHash', nobody)).toEqual({ result: null })
  expect(await ask('eth_getUserOperationReceipt', '0x12')).toMatchObject({ error: { code: -32602 } })
  expect(await ask('debug_bundler_clearState')).toMatchObject({ error: { code: -32601 } })
  expect(await ask('constructor')).toMatchObject({ error: { code: -32601 } })
})

test('error: refuses malformed operations and names the field (-32602)', async () => {
  const good = toRpcOperation(await account.operation({ sponsored: false }))
  const cases: [unknown, string][] = [
    [null, 'object'],
    [[], 'object'],
    ['0x', 'object'],
    [{ ...good, sender: '0x12' }, 'sender'],
    [{ ...good, nonce: undefined }, 'nonce'],
    [{ ...good, callData: '0x123' }, 'callData'],
    [{ ...good, callGasLimit: `0x${'f'.repeat(33)}` }, 'callGasLimit'],
    [{ ...good, maxFeePerGas: 12 }, 'maxFeePerGas'],
    [{ ...good, signature: 'signed' }, 'signature'],
    [{ ...good, initCode: '0x' }, 'initCode'],
    [{ ...good, factoryData: '0x12', factory: undefined }, 'factoryData'],
    [{ ...good, paymasterData: '0x12' }, 'paymaster'],
    [
      { ...good, paymaster: zeroAddress, paymasterVerificationGasLimit: '0x1', paymasterPostOpGasLimit: '0x1' },
      'paymaster',
    ],
    [{ ...good, factory: '0x7702', factoryData: undefined }, 'eip7702Auth'],
    [{ ...good, callGasLimit: '0x1000000' }, 'gas limits'],
    [{ ...good, verificationGasLimit: '0x400000' }, 'verificationGasLimit'],
    [{ ...good, preVerificationGas: '0x5208' }, 'preVerificationGas'],
    [{ ...good, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' }, 'maxFeePerGas'],
    [{ ...good, maxPriorityFeePerGas: `0x${(BigInt(good.maxFeePerGas) + 1n).toString(16)}` }, 'maxPriorityFeePerGas'],
    [{ ...good, callData: `0x${'00'.repeat(120_000)}` }, 'large'],
  ]
  for (const [operation, words] of cases) {
    const { code, message } = await refusalOf(operation)
    expect([code, message]).toEqual([-32602, expect.stringContaining(words)])
  }
  for (const entryPoint of [null, zeroAddress, '0x0000000071727De22E5E9d8BAf0edAc6f37da032']) {
    expect(await refusalOf(good, entryPoint)).toMatchObject({ code: -32602, message: expect.stringContaining('v0.8') })
  }
})

test('error: a refusal of the EntryPoint, the account or the paymaster has its code and a sentence', async () => {
  const own = await account.operation({ sponsored: false })
  const paid = await account.operation()
  const wrong = await stranger.sign({ hash: hashOperation({ operation: own, chainId: 31337 }) })
  const foreign = await account.sign({ ...own, sender: bob })
  const cheap = make().create({ delegated: false })
  const cases: [UserOperation, number, string][] = [
    [{ ...own, signature: wrong }, -32507, 'AA24'],
    [await account.sign({ ...own, nonce: 7n }), -32500, 'AA25'],
    [await account.sign({ ...own, verificationGasLimit: 30_000n }), -32500, 'AA13'],
    [foreign, -32500, 'AA14'],
    [await cheap.operation({ sponsored: false }), -32500, 'AA21'],
    [{ ...paid, paymasterData: own.signature }, -32501, 'AA33'],
    [await account.sign({ ...paid, callGasLimit: paid.callGasLimit + 1n }), -32507, 'AA34'],
    [await account.sign({ ...paid, paymasterVerificationGasLimit: 10_000n }), -32501, 'AA33'],
  ]
  for (const [operation, code, reason] of cases) {
    expect(await refuse(operation)).toMatchObject({
      code,
      message: expect.stringContaining(reason),
      data: { code: 'operation_refused' },
    })
  }
  // The balance pays for gas, but not for the value of the call.
  const call = { change: {}, sponsored: false, calls: [{ to: bob, value: parseEther('11') }] } as const
  await expect(account.operation(call)).rejects.toMatchObject({ rpcCode: -32521 })
})

test('error: refuses foreign accounts unless the operator accepts all (threat 87)', async () => {
  const own = await account.operation({ sponsored: false })
  expect(await refuse({ ...own, factory: bob })).toMatchObject({
    code: -32500,
    message: expect.stringContaining('of Latchkey’s smart accounts'),
  })
  const { factory: _, factoryData: __, ...made } = own
  expect(await refuse({ ...made, sender: bob })).toMatchObject({
    code: -32500,
    message: expect.stringContaining('of Latchkey’s smart accounts'),
  })
})

test('error: refuses an authorization for other code, for another network, or by another key (EIP-7702)', async () => {
  const delegated = make().create({ delegated: true })
  const operation = await delegated.operation()
  const auth = operation.eip7702Auth
  if (!auth) throw new Error('no authorization')
  const cases: [UserOperation['eip7702Auth'], string][] = [
    [{ ...auth, address: bob }, 'does not delegate to the code'],
    [{ ...auth, chainId: 0 }, 'network'],
    [{ ...auth, chainId: 1 }, 'network'],
    [{ ...auth, nonce: 5 }, 'not signed'],
    [{ ...auth, r: `0x${'11'.repeat(32)}` }, 'not signed'],
  ]
  for (const [eip7702Auth, words] of cases) {
    const { message } = await refuse({ ...operation, ...(eip7702Auth ? { eip7702Auth } : {}) })
    expect(message).toContain(words)
  }
})

test('behavior: limits an account’s waiting operations to four under one key, and to a total over all keys', async () => {
  const patient = make().create({ delegated: false })
  await world.node.setBalance({ address: patient.sender, value: parseEther('10') })
  const { bundler } = server
  const first = await patient.operation({ sponsored: false })
  const { factory: _, factoryData: __, ...later } = first
  const send = async (operation: UserOperation) => bundler.send({ chainId, operation: await patient.sign(operation) })
  await send(first)
  for (const nonce of [1n, 2n, 3n]) await send({ ...later, nonce })
  expect(await bundler.nextNonce({ chainId, sender: patient.sender })).toBe(4n)
  await expect(send({ ...later, nonce: 4n })).rejects.toMatchObject({ code: 'operation_limit', rpcCode: -32504 })
})

test('behavior: throttles a sender of operations that are never included, and accepts it again after hours', async () => {
  const { readStandings, countReputation } = await import('./store/reputationStore.ts')
  const { database } = server.context
  const now = Date.now()
  const address = '0x00000000000000000000000000000000000000aa'
  const standing = async (hours: number) =>
    (await readStandings(database, { chainId, addresses: [address], now: now + hours * 3_600_000 })).get(address)
  await countReputation(database, { chainId, addresses: [address], seen: 100, now })
  expect(await standing(0)).toBe('ok')
  await countReputation(database, { chainId, addresses: [address], seen: 200, now })
  expect(await standing(0)).toBe('throttled')
  await countReputation(database, { chainId, addresses: [address], seen: 400, now })
  expect(await standing(0)).toBe('banned')
  await countReputation(database, { chainId, addresses: [address], included: 60, now })
  expect(await standing(0)).toBe('ok')
  await countReputation(database, { chainId, addresses: [address], included: -60, now })
  expect(await standing(24)).toBe('throttled')
  expect(await standing(24 * 7)).toBe('ok')

  await countReputation(database, {
    chainId,
    addresses: [account.sender.toLowerCase() as `0x${string}`],
    seen: 900,
    now,
  })
  expect(await refuse(await account.operation({ sponsored: false }))).toMatchObject({ code: -32504 })
})

test('behavior: the network’s setting decides how long an operation must still be valid', async () => {
  const quick = await world.startBundler({ chain: { bundleInterval: 60_000, leastValidity: 5 } })
  try {
    const operation = await make().create({ delegated: false }).operation({ validFor: 28 })
    expect(await refuse(operation)).toMatchObject({ code: -32503, message: expect.stringContaining('30 seconds') })
    const params = [toRpcOperation(operation), entryPoint08]
    expect(await quick.bundler.request({ chainId, method: 'eth_sendUserOperation', params })).toEqual({
      result: hashOperation({ operation, chainId: 31337 }),
    })
  } finally {
    await quick.stop()
  }
})
