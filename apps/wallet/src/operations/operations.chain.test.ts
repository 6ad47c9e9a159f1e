import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, startDevnet, waitForReceipt } from '@latchkey/devnet'
import { createNameAddressMessage, createNameMessage, type SendPreparedCalls } from '@latchkey/protocol'
import { entryPoint08, fromRpcOperation, isWrapped, packOperation } from '@latchkey/smart-account'
import { createPublicClient, createTestClient, createWalletClient, defineChain, http, stringToHex } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createFrameTests } from '../testing/createFrameTests.ts'
import { createTestCalls } from '../testing/createTestCalls.ts'

const { setup: setupWorld } = createFrameTests({ afterEach })
const receivers = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`] as const
const text = 'Sign in to the paper'
const typedData = {
  domain: { name: 'Paper', version: '1', chainId: 31337, verifyingContract: receivers[0] },
  types: {
    Letter: [
      { name: 'from', type: 'Person' },
      { name: 'text', type: 'string' },
    ],
    Person: [{ name: 'name', type: 'string' }],
  },
  primaryType: 'Letter',
  message: { from: { name: 'Mira' }, text: 'Good morning' },
} as const

let devnet: Devnet
let folder: string
let url = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-operations-'))
  devnet = await startDevnet({ folder, bakeFolder: join(process.cwd(), '.latchkey', 'test-bake'), chains: [31337] })
  url = devnet.chains[0]?.rpcUrl ?? ''
}, 120_000)
afterAll(async () => {
  await devnet?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A frame on the local chain. The executor submits its operations to the EntryPoint. */
function setup() {
  const world = setupWorld()
  world.server.settings.smartAccounts = [31337]
  const calls = createTestCalls(world.server)
  Object.assign(calls, { sponsor: null, accountNonce: 0 })
  const chain = defineChain({
    id: 31337,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  const transport = http(url, { batch: false })
  const client = createPublicClient({ chain, transport, pollingInterval: 20 })
  const node = createTestClient({ chain, transport, mode: 'anvil' })
  const account = privateKeyToAccount(devnet.executor.privateKey)
  const executor = createWalletClient({ chain, transport, account })
  world.server.answerRpc(({ method, params }) => client.request({ method, params } as never))
  const bundle = async (body: SendPreparedCalls | undefined) => {
    if (!body) throw new Error('nothing was sent')
    const { data } = body.preparedCalls
    const { authorization } = body
    const operation = fromRpcOperation({
      ...data,
      signature: body.signature,
      ...(authorization ? { eip7702Auth: authorization } : {}),
    })
    const auth = operation.eip7702Auth
    const hash = await executor.writeContract({
      address: entryPoint08,
      abi: entryPoint08Abi,
      functionName: 'handleOps',
      args: [[packOperation(operation)], account.address],
      gas: 5_000_000n,
      ...(auth ? { authorizationList: [{ ...auth, chainId: Number(auth.chainId) }] } : {}),
    })
    expect(await waitForReceipt({ client, hash })).toMatchObject({ status: 'success' })
  }
  const open = async () => {
    const host = world.open()
    await host.signIn()
    const { address: owner } = (await host.ask('getUser', { chainId: 'eip155:31337' })) as { address: `0x${string}` }
    const ask = async (method: string, params: unknown[]) => {
      world.clock.advance(30_000)
      const answer = host.ask('rpc', { method, params, chainId: 'eip155:31337' })
      answer.catch(() => {})
      await host.card('approve', ({ state }) => state === 'ready')
      host.frame.actions.approve()
      return answer
    }
    return { host, owner, ask }
  }
  const verifies = async (address: `0x${string}`, ask: Awaited<ReturnType<typeof open>>['ask']) => {
    const message = (await ask('personal_sign', [text, address])) as `0x${string}`
    const typed = (await ask('eth_signTypedData_v4', [address, JSON.stringify(typedData)])) as `0x${string}`
    expect(await client.verifyMessage({ address, message: text, signature: message })).toBe(true)
    expect(await client.verifyMessage({ address, message: `${text}.`, signature: message })).toBe(false)
    expect(await client.verifyTypedData({ address, ...typedData, signature: typed })).toBe(true)
    return [message, typed]
  }
  return { ...world, calls, client, node, bundle, open, verifies }
}
const batch = receivers.map((to, index) => ({ to, value: `0x${index + 1}` }))
const sendCalls = [{ version: '2.0.0', chainId: '0x7a69', atomicRequired: true, calls: batch }]

test('default: an account that is not deployed signs, is deployed by its first operation, and still signs', async () => {
  const world = setup()
  const { host, ask } = await world.open()
  const { address } = (await host.ask('setPreferredAccount', { type: 'smartAccount' })) as { address: `0x${string}` }
  await world.node.setBalance({ address, value: 10n ** 18n })
  for (const signature of await world.verifies(address, ask)) expect(isWrapped(signature)).toBe(true)
  expect(await host.ask('getUser')).toMatchObject({ smartAccountDeployed: false })
  await ask('wallet_sendCalls', sendCalls)
  await world.bundle(world.calls.sent[0])
  for (const [index, to] of receivers.entries())
    expect(await world.client.getBalance({ address: to })).toBe(BigInt(index + 1))
  expect(await host.ask('getUser')).toMatchObject({ smartAccountDeployed: true })
  for (const signature of await world.verifies(address, ask)) expect(isWrapped(signature)).toBe(false)
}, 60_000)

test('default: an EOA executes several calls as one, and signs as before', async () => {
  const world = setup()
  const { host, owner: address, ask } = await world.open()
  await world.node.setBalance({ address, value: 10n ** 18n })
  const before = await world.client.getBalance({ address: receivers[1] })
  await ask('wallet_sendCalls', sendCalls)
  await world.bundle(world.calls.sent[0])
  expect((await world.client.getBalance({ address: receivers[1] })) - before).toBe(2n)
  expect(await world.client.getCode({ address })).toMatch(/^0xef0100/)
  await world.verifies(address, ask)
  // With the delegation, ordinary transactions may not call it either.
  const params = [{ from: address, to: address, data: '0x12345678' }]
  await expect(host.ask('rpc', { method: 'eth_sendTransaction', params })).rejects.toMatchObject({
    failure: { code: 'request_refused' },
  })
}, 60_000)

test('default: both kinds of account sign about a name, with the same card', async () => {
  const world = setup()
  const { host, owner } = await world.open()
  const { address } = (await host.ask('setPreferredAccount', { type: 'smartAccount' })) as { address: `0x${string}` }
  const name = 'alice.latchkey.eth'
  const attributes = { avatar: `data:image/png;base64,${'A'.repeat(32_768)}` }
  const signs = async (signer: `0x${string}`, write: (timestamp: number) => string) => {
    world.clock.advance(30_000)
    const message = write(Math.floor(world.clock.now() / 1000))
    const params = [stringToHex(message), signer]
    const answer = host.ask('rpc', { method: 'personal_sign', params, chainId: 'eip155:31337' })
    answer.catch(() => {})
    const { description, place } = await host.card('approve', ({ state }) => state === 'ready')
    host.frame.actions.approve()
    const signature = (await answer) as `0x${string}`
    expect(isWrapped(signature)).toBe(signer === address)
    expect(await world.client.verifyMessage({ address: signer, message, signature })).toBe(true)
    expect(description).toMatchObject({ intent: 'signMessage', message })
    return {
      ...description?.nameMessage,
      timestamp: 0,
      place,
      fields: description?.fields,
      target: description?.target,
    }
  }
  const [smart, plain] = [
    await signs(address, (timestamp) => createNameMessage({ name, attributes, timestamp })),
    await signs(owner, (timestamp) => createNameMessage({ name, attributes, timestamp })),
  ]
  expect(smart).toEqual(plain)
  expect(smart).toMatchObject({ name, network: null, place: 'card', fields: [{ value: { size: 24_576 } }] })
  // Both addresses are the visitor's: the name goes to no other owner.
  for (const signer of [address, owner])
    expect(
      await signs(signer, (timestamp) =>
        createNameAddressMessage({ name, timestamp, address, coinType: 0x80000000 + 31337 }),
      ),
    ).toMatchObject({ name, target: { address, notice: { kind: 'own' } }, place: 'card' })
}, 60_000)
