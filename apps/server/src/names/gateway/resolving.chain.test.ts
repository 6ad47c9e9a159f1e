import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import {
  latchkeyResolverAbi,
  latchkeyResolverBytecode,
  nameRegistryAbi,
  nameRegistryBytecode,
  universalResolverAbi,
  universalResolverBytecode,
} from '@latchkey/contracts'
import { createNameAddressMessage, createNameMessage } from '@latchkey/protocol'
import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  decodeErrorResult,
  defineChain,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
  parseAbi,
  stringToHex,
  toCoinType,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { base, foundry, mainnet, optimism } from 'viem/chains'
import { namehash } from 'viem/ens'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '../../platform/http/App.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { createTestContext, type TestContext } from '../../testing/createTestContext.ts'
import { startAnvil, type TestAnvil } from '../../testing/startAnvil.ts'
import { testProjectId } from '../../testing/testProjectId.ts'
import { hashAnswer } from './signAnswer.ts'
import { encodeResolveCall } from './testing/encodeResolveCall.ts'

// The gateway as ENS clients use it: an unmodified viem, our contracts on a real chain, and the whole server on a real port.

const name = 'alice.latchkey.eth'
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const owner = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const alice = privateKeyToAccount(generatePrivateKey())
/** The address of alice on OP Mainnet. */
const other = privateKeyToAccount(generatePrivateKey())
const nobody = privateKeyToAccount(generatePrivateKey())
/** Signing keys of the server, in order of use. */
const keys = [generatePrivateKey(), generatePrivateKey()] as const
const signers = [privateKeyToAccount(keys[0]).address, privateKeyToAccount(keys[1]).address] as const
const addrAbi = parseAbi(['function addr(bytes32 node) view returns (address)'])
const addr = (asked: string) => encodeFunctionData({ abi: addrAbi, args: [namehash(asked)] })

let anvil: TestAnvil
let context: TestContext
let later: TestContext
/** The server with each key, on one database. */
let servers: [App, App]
/** The active one. */
let server: App
let gateway: { url: string; close: () => Promise<void> }
let resolver: Address
let universalResolver: Address
/** Milliseconds by which the server's clock is slow. */
let behind = 0

const wallet = () => createWalletClient({ account: owner, chain: foundry, transport: http(anvil.url) })
const reader = () => createPublicClient({ chain: foundry, transport: http(anvil.url), pollingInterval: 20 })
/** Creates an app's viem client, which knows the chain and its universal resolver. */
const client = () =>
  createPublicClient({
    chain: defineChain({ ...foundry, contracts: { ensUniversalResolver: { address: universalResolver } } }),
    transport: http(anvil.url),
  })

/** Returns the reason why the resolver contract rejects a client's answer. */
async function refusalOf(asked: string): Promise<string> {
  const outcome: unknown = await client()
    .getEnsAddress({ name: asked, strict: true })
    .catch((error: unknown) => error)
  const refused =
    outcome instanceof BaseError && outcome.walk((error) => error instanceof ContractFunctionRevertedError)
  if (!(refused instanceof ContractFunctionRevertedError) || refused.data?.errorName !== 'ResolverError')
    throw new Error(`The resolver did not refuse: ${outcome}`)
  return decodeErrorResult({ abi: latchkeyResolverAbi, data: refused.data.args?.[0] as Hex }).errorName
}

async function mined(hash: Hex): Promise<Address> {
  const { status, contractAddress } = await reader().waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new Error('The transaction was refused')
  return contractAddress ?? '0x'
}
const set = (functionName: 'setUrls' | 'addSigner' | 'removeSigner', value: unknown) =>
  wallet()
    .writeContract({ address: resolver, abi: latchkeyResolverAbi, functionName, args: [value] } as never)
    .then(mined)

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

beforeAll(async () => {
  const clock = { now: () => Date.now() - behind }
  const config = (privateKey: Hex) => ({ names: { zone: 'latchkey.eth', signer: { privateKey } } })
  ;[anvil, context] = await Promise.all([startAnvil(), createTestContext({ config: config(keys[0]), clock })])
  later = await createTestContext({ config: config(keys[1]), clock, connection: context.connection })
  const first = await createTestApp({ context })
  servers = [first.app, (await createTestApp({ context: later })).app]
  server = servers[0]
  gateway = await serve(getRequestListener((request, env) => server.hono.fetch(request, env)))
  const registry = first.names.own?.registry
  if (!registry) throw new Error('The server has no names')

  const caller = { projectId: testProjectId, ip: '127.0.0.1' }
  const timestamp = Math.floor(Date.now() / 1000)
  const attributes = { avatar: picture, url: 'https://alice.example' }
  const message = createNameMessage({ name, attributes, timestamp })
  const signature = await alice.signMessage({ message })
  await registry.register({ request: { message, signature, coin_type: 60, address: alice.address }, caller })
  const coinType = Number(toCoinType(optimism.id))
  const change = createNameAddressMessage({ name, timestamp, address: other.address, coinType })
  const [mine, theirs] = await Promise.all([alice, other].map((one) => one.signMessage({ message: change })))
  await registry.setAddress({
    name,
    request: {
      ...{ message: change, signature: theirs ?? '0x', coin_type: coinType, address: other.address },
      owner: { signature: mine ?? '0x' },
    },
    caller,
  })

  const root = await wallet()
    .deployContract({ abi: nameRegistryAbi, bytecode: nameRegistryBytecode, args: [owner.address] })
    .then(mined)
  universalResolver = await wallet()
    .deployContract({ abi: universalResolverAbi, bytecode: universalResolverBytecode, args: [root] })
    .then(mined)
  resolver = await wallet()
    .deployContract({ abi: latchkeyResolverAbi, bytecode: latchkeyResolverBytecode, args: [owner.address] })
    .then(mined)
  for (const [parent, label, answers] of [
    ['', 'eth', false],
    ['eth', 'latchkey', true],
    ['', 'reverse', true],
  ] as const) {
    await wallet()
      .writeContract({
        ...{ address: root, abi: nameRegistryAbi, functionName: 'setSubnodeRecord' },
        args: [
          ...([namehash(parent), keccak256(stringToHex(label)), owner.address] as const),
          ...([answers ? resolver : '0x0000000000000000000000000000000000000000', 0n] as const),
        ],
      })
      .then(mined)
  }
  await set('addSigner', signers[0])
})
beforeEach(async () => {
  server = servers[0]
  behind = 0
  await set('setUrls', [`${gateway.url}/v1/names/ccip/{sender}/{data}.json`])
})
afterAll(async () => {
  await gateway?.close()
  await later?.stop()
  await context?.stop()
  await anvil?.stop()
})

test('default: addresses by network, texts and the picture of a name', async () => {
  expect(await client().getEnsAddress({ name })).toBe(alice.address)
  // With a coin type, viem returns raw bytes. Alice signed with an EOA, which is hers on every network.
  const on = (chain: { id: number }) => client().getEnsAddress({ name, coinType: toCoinType(chain.id) })
  expect(await on(mainnet)).toBe(alice.address.toLowerCase())
  expect(await on(optimism)).toBe(other.address.toLowerCase())
  expect(await on(base)).toBe(alice.address.toLowerCase())
  expect(await client().getEnsText({ name, key: 'url' })).toBe('https://alice.example')
  expect(await client().getEnsText({ name, key: 'com.twitter' })).toBeNull()
  expect(await client().getEnsAvatar({ name })).toBe(picture)
})

test('default: the name of an address, by network', async () => {
  expect(await client().getEnsName({ address: alice.address })).toBe(name)
  expect(await client().getEnsName({ address: alice.address, coinType: toCoinType(base.id) })).toBe(name)
  expect(await client().getEnsName({ address: other.address, coinType: toCoinType(optimism.id) })).toBe(name)
  // On that network the name resolves to another address.
  expect(await client().getEnsName({ address: other.address })).toBeNull()
  expect(await client().getEnsName({ address: alice.address, coinType: toCoinType(optimism.id) })).toBeNull()
  expect(await client().getEnsName({ address: nobody.address })).toBeNull()
})

test('behavior: an unregistered name has no address, and causes no error', async () => {
  for (const unknown of ['nobody.latchkey.eth', 'latchkey.eth', 'alice.alice.latchkey.eth', 'bob.latchkey.eth']) {
    expect(await client().getEnsAddress({ name: unknown, strict: true })).toBeNull()
    expect(await client().getEnsAddress({ name: unknown, coinType: toCoinType(base.id), strict: true })).toBeNull()
    expect(await client().getEnsText({ name: unknown, key: 'avatar', strict: true })).toBeNull()
  }
  expect(await client().getEnsAvatar({ name: 'nobody.latchkey.eth' })).toBeNull()
})

test('behavior: called by POST, and a second gateway if the first is down', async () => {
  await set('setUrls', ['http://127.0.0.1:9/{sender}/{data}.json', `${gateway.url}/v1/names/ccip`])
  expect(await client().getEnsAddress({ name, strict: true })).toBe(alice.address)
  expect(await client().getEnsName({ address: alice.address, strict: true })).toBe(name)
})

test('threat 100: an attacker between client and gateway cannot change an answer', async () => {
  const liar = privateKeyToAccount(generatePrivateKey())
  /** The attacker's answer to the requested path. */
  let forge: (path: string) => Promise<Hex>
  const middle = await serve((request, response) => {
    void forge(request.url ?? '').then((data) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ data }))
    })
  })
  await set('setUrls', [`${middle.url}/{sender}/{data}.json`])
  const ask = async (path: string) => {
    const response = await fetch(`${gateway.url}/v1/names/ccip${path}`)
    return ((await response.json()) as { data: Hex }).data
  }
  const address = (asked: string) => client().getEnsAddress({ name: asked, strict: true })
  const swap = (data: Hex, from: Address, to: Address) =>
    data.replaceAll(from.slice(2).toLowerCase(), to.slice(2).toLowerCase()) as Hex
  try {
    forge = ask
    expect(await address(name)).toBe(alice.address)
    // Replaces the address in a signed answer.
    forge = async (path) => swap(await ask(path), alice.address, liar.address)
    expect(await refusalOf(name)).toBe('UnknownSigner')
    // A key that the contract does not accept.
    server = servers[1]
    forge = ask
    expect(await refusalOf(name)).toBe('UnknownSigner')
    server = servers[0]
    // A valid answer to another question.
    const mine = `/${resolver}/${encodeResolveCall({ name, call: addr(name) })}.json`
    forge = () => ask(mine)
    expect(await refusalOf('nobody.latchkey.eth')).toBe('UnknownSigner')
    // A valid answer for another contract.
    forge = (path) => ask(path.replace(/0x[0-9a-f]{40}/, liar.address))
    expect(await refusalOf(name)).toBe('UnknownSigner')
    // A recorded answer from five minutes ago.
    behind = 320_000
    forge = ask
    expect(await refusalOf(name)).toBe('AnswerExpired')
    behind = 0
    expect(await address(name)).toBe(alice.address)
    // Without `strict` a client reports no result, and never another address.
    forge = async (path) => swap(await ask(path), alice.address, liar.address)
    expect(await client().getEnsAddress({ name })).toBeNull()
    expect(await client().getEnsName({ address: liar.address })).toBeNull()
  } finally {
    await middle.close()
  }
})

test('behavior: a new key takes over without a gap in which answers are invalid', async () => {
  const address = () => client().getEnsAddress({ name, strict: true })
  const request = encodeResolveCall({ name, call: addr(name) })
  const fetched = async () => {
    const response = await fetch(`${gateway.url}/v1/names/ccip/${resolver}/${request}.json`)
    return ((await response.json()) as { data: Hex }).data
  }
  const prove = (data: Hex) =>
    reader().readContract({
      ...{ address: resolver, abi: latchkeyResolverAbi, functionName: 'resolveWithProof', args: [data, request] },
    })
  const old = await fetched()
  await set('addSigner', signers[1])
  expect(await address()).toBe(alice.address)
  server = servers[1]
  expect(await address()).toBe(alice.address)
  await expect(prove(old)).resolves.toMatch(/^0x/)
  await set('removeSigner', signers[0])
  expect(await address()).toBe(alice.address)
  // Answers with the old key are no longer accepted, old or new.
  await expect(prove(old)).rejects.toThrow(/UnknownSigner/)
  server = servers[0]
  expect(await refusalOf(name)).toBe('UnknownSigner')
  expect(await client().getEnsAddress({ name })).toBeNull()
  await set('addSigner', signers[0])
  expect(await address()).toBe(alice.address)
})

test('behavior: the gateway signs the same hash as the contract', async () => {
  const [request, result] = [encodeResolveCall({ name, call: addr(name) }), '0x1234'] as const
  expect(
    await reader().readContract({
      ...{ address: resolver, abi: latchkeyResolverAbi, functionName: 'hashOf' },
      args: [resolver, 1_755_600_300n, request, result],
    }),
  ).toBe(hashAnswer({ target: resolver, request, result, expires: 1_755_600_300 }))
})
