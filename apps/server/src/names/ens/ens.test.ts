import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Devnet, type DevnetAccount, startDevnet, toChainConfigs, waitForReceipt } from '@latchkey/devnet'
import { createNameMessage } from '@latchkey/protocol'
import type { EndpointResponse, ErrorBody, getIdentities, getIdentity, Name } from '@latchkey/protocol/api'
import {
  type Abi,
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  encodeErrorResult,
  type Hex,
  http,
  keccak256,
  parseAbi,
  stringToHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { namehash } from 'viem/ens'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServerApp } from '../../app.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { createTestContext, type TestContext } from '../../testing/createTestContext.ts'
import { testProjectId } from '../../testing/testProjectId.ts'
import { wildcardInterface } from './ensAbi.ts'
import { answeringContract } from './testing/answeringContract.ts'

const bakeFolder = fileURLToPath(new URL('../../../../../.latchkey/test-bake', import.meta.url))
const id = 31337
const elsewhere = 0x80000000 + 31338
const stranger = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

let devnet: Devnet
let folder: string
let context: TestContext
let app: ServerApp
let now = Date.UTC(2026, 10, 20)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-names-'))
  devnet = await startDevnet({ folder, bakeFolder, chains: [id] })
  const chains = toChainConfigs(devnet)
  const [first] = chains
  if (!first) throw new Error('no chain')
  const { ensRegistry: _, ...contracts } = first.contracts
  // A second chain without names. Names can have addresses on it, and it is never called.
  const second = {
    ...first,
    contracts,
    chainId: 'eip155:31338' as const,
    name: 'Local Two',
    upstreams: [{ url: 'http://127.0.0.1:9' }],
  }
  const names = { zone: 'latchkey.eth', signer: { privateKey: generatePrivateKey() } }
  context = await createTestContext({ config: { chains: [second, first], names }, clock: { now: () => now } })
  app = (await createTestApp({ context })).app
})
afterAll(async () => {
  await context?.stop()
  await devnet?.stop()
  await rm(folder, { recursive: true, force: true })
})

const account = (index: number): DevnetAccount => {
  const found = devnet.accounts[index]
  if (!found) throw new Error(`There is no account ${index}`)
  return found
}
const url = () => devnet.chains[0]?.rpcUrl ?? ''
const chain = { ...foundry, id }
const reader = () => createPublicClient({ chain, transport: http(url()), pollingInterval: 20 })

async function ask<Body>(path: string): Promise<{ status: number; headers: Headers; body: Body }> {
  const response = await app.request(`${path}${path.includes('?') ? '&' : '?'}projectId=${testProjectId}`)
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
}
const profile = (name: string) => ask<Name & ErrorBody>(`/v1/profile/account/${encodeURIComponent(name)}`)
const identity = (address: string) => ask<EndpointResponse<typeof getIdentity> & ErrorBody>(`/v1/identity/${address}`)

async function write(from: DevnetAccount, call: { address: Hex; abi: Abi; functionName: string; args: unknown[] }) {
  const wallet = createWalletClient({ chain, transport: http(url()), account: privateKeyToAccount(from.privateKey) })
  const { status } = await waitForReceipt({ client: reader(), hash: await wallet.writeContract(call) })
  if (status !== 'success') throw new Error(`${call.functionName} was refused`)
}
const abi = parseAbi([
  'function owner(bytes32) view returns (address)',
  'function resolver(bytes32) view returns (address)',
  'function setSubnodeRecord(bytes32 node, bytes32 label, address owner, address resolver, uint64 ttl)',
  'function setName(string)',
  'function addr(bytes32) view returns (address)',
])
const setAddress = parseAbi(['function setAddr(bytes32 node, uint256 coinType, bytes account)'])
const lookup = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes call, bytes4 callback, bytes extra)',
])
const of = (name: string) => namehash(name)
const registry = () => ({ address: devnet.contracts.ensRegistry, abi }) as const
const resolverOf = (name: string) =>
  reader().readContract({ ...registry(), functionName: 'resolver', args: [of(name)] })
const setPrimary = async (from: DevnetAccount, name: string) => {
  const owner = of('addr.reverse')
  const registrar = await reader().readContract({ ...registry(), functionName: 'owner', args: [owner] })
  await write(from, { address: registrar, abi, functionName: 'setName', args: [name] })
}
/** Sets a resolver for a name below ada.eth. */
const giveResolver = (label: string, resolver: Hex) =>
  write(account(0), {
    ...{ ...registry(), functionName: 'setSubnodeRecord' },
    args: [of('ada.eth'), keccak256(stringToHex(label)), account(0).address, resolver, 0n],
  })
let places = 0
/** Deploys a contract that answers functions with fixed bytes. */
const place = async (answers: Parameters<typeof answeringContract>[0]): Promise<Hex> => {
  const address: Hex = `0x${'c0de'.repeat(9)}${(++places).toString(16).padStart(4, '0')}`
  const body = { jsonrpc: '2.0', id: 1, method: 'anvil_setCode', params: [address, answeringContract(answers)] }
  await fetch(url(), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  return address
}
const yes = encodeAbiParameters([{ type: 'bool' }], [true])
const word = (address: Hex) => encodeAbiParameters([{ type: 'address' }], [address])
const supportsInterface = '0x01ffc9a7'
const addrSelector = '0x3b3b57de'

test('behavior: several addresses are answered together, in the requested order', async () => {
  const [ada, dan] = [account(0).address, account(3).address]
  const solana = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
  const asked = [ada, dan.toLowerCase(), solana]
  type Answer = EndpointResponse<typeof getIdentities> & ErrorBody
  const { status, body } = await ask<Answer>(`/v1/identities?addresses=${asked.join(',')}`)
  expect(status).toBe(200)
  expect(body.identities.map(({ address, name }) => [address, name])).toEqual([
    [ada, 'ada.eth'],
    [dan.toLowerCase(), null],
    [solana, null],
  ])
  expect(body.identities[0]?.avatar).toContain('/v1/profile/account/ada.eth/avatar')
  expect(await ask(`/v1/identities?addresses=${ada},0x1234`)).toMatchObject({
    ...{ status: 400, body: { code: 'malformed_address' } },
  })
  const many = Array.from({ length: 26 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`).join(',')
  expect(await ask(`/v1/identities?addresses=${many}`)).toMatchObject({
    ...{ status: 400, body: { code: 'malformed_request' } },
  })
})

test('default: a name resolves to its addresses, in any notation', async () => {
  const { status, body, headers } = await profile('Ada.ETH')
  expect(status).toBe(200)
  expect(body).toEqual({
    name: 'ada.eth',
    registered_at: null,
    updated_at: null,
    attributes: { avatar: expect.stringMatching(/^data:image\/png;base64,/) },
    addresses: { '60': { address: account(0).address, created_at: null } },
  })
  expect(headers.get('cache-control')).toMatch(/^public, max-age=(300|299)$/)
})

test('behavior: a name can have a second address for another network', async () => {
  const bytes = stranger
  const to = { address: await resolverOf('ben.eth'), abi: setAddress, functionName: 'setAddr' }
  await write(account(1), { ...to, args: [of('ben.eth'), BigInt(elsewhere), bytes] })
  const { body } = await profile('ben.eth')
  expect(Object.entries(body.addresses).map(([coinType, { address }]) => [coinType, address])).toEqual([
    ['60', account(1).address],
    [String(elsewhere), stranger],
  ])
})

test('behavior: an unregistered name is 404, and an empty list for the second version', async () => {
  // One below a name whose resolver answers only for itself, and invalid names.
  const texts = ['nobody.eth', 'nobody.ada.eth', 'ada', 'ada..eth', 'аdа.eth', 'a\u202eda.eth', 'a b.eth']
  for (const text of texts) {
    const { status, body } = await profile(text)
    expect({ text, status, code: body.code }).toEqual({ text, status: 404, code: 'name_not_found' })
    const second = await ask<unknown>(`/v1/profile/account/${encodeURIComponent(text)}?apiVersion=2`)
    expect({ text, status: second.status, body: second.body }).toEqual({ text, status: 200, body: [] })
  }
})

test('behavior: a resolver that answers for all names below its own (ENSIP-10)', async () => {
  const answer = encodeAbiParameters([{ type: 'bytes' }], [word(stranger)])
  const wildcard = await place([
    { selector: supportsInterface, returns: yes },
    { selector: wildcardInterface, returns: answer },
  ])
  await giveResolver('wild', wildcard)
  for (const name of ['wild.ada.eth', 'some.wild.ada.eth', 'deep.in.the.wild.ada.eth']) {
    expect((await profile(name)).body).toMatchObject({ name, addresses: { '60': { address: stranger } } })
  }
})

test('behavior: unknown records and wrong answers of a resolver are left out', async () => {
  const garbage = '0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff'
  const old = await place([
    { selector: addrSelector, returns: word(stranger) },
    { selector: '0xf1cb7e06', returns: garbage },
    { selector: '0x59d1d43c', returns: garbage },
  ])
  await giveResolver('old', old)
  expect((await profile('old.ada.eth')).body).toMatchObject({
    addresses: { '60': { address: stranger } },
    attributes: {},
  })
  await giveResolver('broken', await place([{ selector: addrSelector, returns: garbage }]))
  expect((await profile('broken.ada.eth')).status).toBe(404)
  await giveResolver('empty', '0x000000000000000000000000000000000000dEaD')
  expect((await profile('empty.ada.eth')).status).toBe(404)
})

test('error: an off-chain name does not count as unregistered', async () => {
  const reverts = encodeErrorResult({
    ...{ abi: lookup, errorName: 'OffchainLookup' },
    args: [stranger, ['https://names.example/{data}'], '0x1234', '0x12345678', '0x'],
  })
  await giveResolver('away', await place([{ selector: addrSelector, reverts }]))
  const { status, body } = await profile('away.ada.eth')
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'name_resolve_failed' })
  expect(JSON.stringify(body)).toContain('CCIP Read')
})

test('default: an address has the name that it claims and that resolves to it', async () => {
  const { address } = account(0)
  const { body, headers } = await identity(address.toLowerCase())
  expect(body.name).toBe('ada.eth')
  expect(headers.get('cache-control')).toMatch(/^public, max-age=(300|299)$/)
  const image = await app.request(new URL(body.avatar ?? '').pathname)
  expect(image.headers.get('content-type')).toBe('image/png')
  expect([...new Uint8Array(await image.arrayBuffer()).slice(1, 4)]).toEqual([...'PNG'].map((c) => c.charCodeAt(0)))
  // A name without a picture, and an address without a name.
  expect((await identity(account(1).address)).body).toMatchObject({ name: 'ben.eth', avatar: null })
  expect((await ask(`/v1/profile/account/ben.eth/avatar`)).status).toBe(404)
  // The devnet's `reverse` sends every caller off the chain, so an address without a record has no name here.
  expect((await identity(account(3).address)).body).toMatchObject({ name: null, avatar: null })
  expect((await identity('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T')).body).toMatchObject({
    name: null,
    avatar: null,
  })
})

test('behavior: an address cannot claim the name of another', async () => {
  const dan = account(3)
  for (const claimed of ['ada.eth', 'Dan.eth', 'nobody.eth', 'аda.eth', '', 'x'.repeat(400)]) {
    await setPrimary(dan, claimed)
    now += 301_000
    expect({ claimed, name: (await identity(dan.address)).body.name }).toEqual({ claimed, name: null })
  }
  await setPrimary(dan, 'dan.eth')
  now += 301_000
  expect((await identity(dan.address)).body.name).toBe('dan.eth')
})

test('behavior: with an off-chain primary name in ENS, the address has its name of this server', async () => {
  const cleo = account(2)
  const reverts = encodeErrorResult({
    ...{ abi: lookup, errorName: 'OffchainLookup' },
    args: [stranger, ['https://names.example/{data}'], '0x1234', '0x12345678', '0x'],
  })
  await giveResolver('off', await place([{ selector: addrSelector, reverts }]))
  await setPrimary(cleo, 'off.ada.eth')
  now += 301_000
  expect(await identity(cleo.address)).toMatchObject({ status: 503, body: { code: 'name_resolve_failed' } })
  const signer = privateKeyToAccount(cleo.privateKey)
  const message = createNameMessage({ name: 'cleopatra.latchkey.eth', timestamp: Math.floor(now / 1000) })
  const body = JSON.stringify({
    ...{ message, signature: await signer.signMessage({ message }), coin_type: 60, address: cleo.address },
  })
  const registered = await app.request(`/v1/profile/account?projectId=${testProjectId}`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
  })
  expect(registered.status).toBe(200)
  const { status, body: known, headers } = await identity(cleo.address)
  expect([status, known.name, headers.get('cache-control')]).toEqual([200, 'cleopatra.latchkey.eth', 'no-cache'])
  // As soon as ENS has it on the chain, the ENS name takes precedence.
  await setPrimary(cleo, 'cleo.eth')
  expect((await identity(cleo.address)).body.name).toBe('cleo.eth')
})

test('behavior: in ENS, a name resolves to an address on its network, or to Ethereum’s if it has none there', async () => {
  const ben = account(1)
  const on = async (chainId?: string) => {
    const query = chainId === undefined ? '' : `?chainId=${chainId}`
    return (await identity(`${ben.address}${query}`)).body.name
  }
  now += 301_000
  expect([await on(), await on('eip155:1'), await on('eip155:31337'), await on('eip155:10')]).toEqual([
    ...['ben.eth', 'ben.eth', 'ben.eth', 'ben.eth'],
  ])
  // The name has another address there.
  expect(await on('eip155:31338')).toBeNull()
  expect(await on('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toBeNull()
})

test('spec 9.21: found names are cached for 300 s, others for 30 s', async () => {
  now += 301_000
  expect((await profile('late.ada.eth')).status).toBe(404)
  await giveResolver('late', await place([{ selector: addrSelector, returns: word(stranger) }]))
  now += 29_000
  expect((await profile('late.ada.eth')).status).toBe(404)
  now += 2_000
  expect((await profile('late.ada.eth')).status).toBe(200)
  await giveResolver('late', await place([{ selector: addrSelector, returns: word(account(2).address) }]))
  const seen = async () => {
    const { body, headers } = await profile('late.ada.eth')
    return [body.addresses['60']?.address, Number(headers.get('cache-control')?.replace('public, max-age=', ''))]
  }
  now += 200_000
  expect(await seen()).toEqual([stranger, 100])
  now += 60_000
  expect(await seen()).toEqual([stranger, 40])
  now += 41_000
  expect(await seen()).toEqual([account(2).address, 300])
})

test('error: a chain that does not answer makes no name unregistered', async () => {
  await devnet.stopChain({ id })
  try {
    for (const path of [
      '/v1/profile/account/cleo.eth',
      `/v1/profile/account/new.eth?apiVersion=2`,
      `/v1/identity/${stranger}`,
    ]) {
      const { status, body } = await ask<ErrorBody>(path)
      expect({ path, status, code: body.code }).toEqual({ path, status: 503, code: 'name_resolve_failed' })
    }
  } finally {
    await devnet.startChain({ id })
  }
  now += 60_000
  expect((await profile('cleo.eth')).body).toMatchObject({ addresses: { '60': { address: account(2).address } } })
})
