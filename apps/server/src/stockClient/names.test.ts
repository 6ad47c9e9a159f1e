import { createNameMessage } from '@latchkey/protocol'
import type {
  EndpointResponse,
  getIdentity,
  getNameSuggestions,
  getProfileAccount,
  getProfileReverse,
  Name,
} from '@latchkey/protocol/api'
import {
  type Address,
  BaseError,
  bytesToHex,
  decodeAbiParameters,
  decodeErrorResult,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  namehash,
  parseAbi,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { packetToBytes } from 'viem/ens'
import { expect, test } from 'vitest'
import { one, useStockWorld } from './testing/startStockWorld.ts'

// A registration as AppKit 1.8.0 sends it: without a project in the query or the body. Libraries that do not know this server then resolve
// the name on the chain, by CCIP Read.

const world = useStockWorld()

const seconds = () => Math.floor(Date.now() / 1000)
const register = async (account: PrivateKeyAccount, name: string, coin_type: number, address: string) => {
  const message = createNameMessage({ name, attributes: {}, timestamp: seconds() })
  const signature = await account.signMessage({ message })
  return world.post<Name>('/v1/profile/account', { coin_type, address, message, signature }, { projectId: null })
}
let made = 0
const freshName = () => {
  made += 1
  return `stock-visitor-${'abcdefghij'[made]}.${world.devnet.names.zone}`
}

const registryAbi = parseAbi([
  'function resolver(bytes32) view returns (address)',
  'function owner(bytes32) view returns (address)',
])
const resolverAbi = parseAbi([
  'function addr(bytes32) view returns (address)',
  'function name(bytes32) view returns (string)',
  'function resolve(bytes, bytes) view returns (bytes)',
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callback, bytes extraData)',
])
const readRegistry = (functionName: 'resolver' | 'owner', node: Hex) =>
  world.reader.readContract({
    ...{ abi: registryAbi, address: world.devnet.contracts.ensRegistry, functionName, args: [node] },
  })

/** Resolves a name as ethers does: the nearest resolver above it, ENSIP-10, then its gateway (ERC-3668), step by step. */
async function resolveStepByStep(name: string): Promise<Address> {
  let parent = name
  let resolver = await readRegistry('resolver', namehash(parent))
  while (BigInt(resolver) === 0n) {
    parent = parent.slice(parent.indexOf('.') + 1)
    resolver = await readRegistry('resolver', namehash(parent))
  }
  const call = encodeFunctionData({ abi: resolverAbi, functionName: 'addr', args: [namehash(name)] })
  const data = encodeFunctionData({
    ...{ abi: resolverAbi, functionName: 'resolve', args: [bytesToHex(packetToBytes(name)), call] },
  })
  const ask = async (calldata: Hex) => {
    const answer = await fetch(world.devnet.chains[0]?.rpcUrl ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: resolver, data: calldata }, 'latest'] },
      }),
    })
    return (await answer.json()) as { result?: Hex; error?: { data: Hex } }
  }
  const { error } = await ask(data)
  if (!error) throw new Error('the resolver answered by itself')
  const lookup = decodeErrorResult({ abi: resolverAbi, data: error.data })
  const [sender, [template = ''], callData, callback, extraData] = lookup.args
  expect(sender.toLowerCase()).toBe(resolver.toLowerCase())
  const reply = await fetch(template.replace('{sender}', sender.toLowerCase()).replace('{data}', callData))
  const { data: answer } = (await reply.json()) as { data: Hex }
  const args = encodeAbiParameters([{ type: 'bytes' }, { type: 'bytes' }], [answer, extraData])
  const { result } = await ask(`${callback}${args.slice(2)}`)
  const [inner] = decodeAbiParameters([{ type: 'bytes' }], result ?? '0x')
  return decodeAbiParameters([{ type: 'address' }], inner)[0]
}

test('spec 7.16, 7.17, 7.18 and 7.19: suggested, registered without a project, read back, resolved on the chain', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const name = freshName()
  const [label] = name.split('.')
  const suggest = () =>
    world.get<EndpointResponse<typeof getNameSuggestions>>(
      `/v1/profile/suggestions/${label}?zone=${world.devnet.names.zone}`,
      { projectId: null },
    )
  const before = await suggest()
  expect([before.status, before.body.suggestions[0]]).toEqual([200, { name, registered: false }])
  const registered = await register(account, name, 0x80000000 + 31337, account.address)
  expect([registered.status, registered.body.name]).toEqual([200, name])
  expect(registered.body).toMatchObject({ registered_at: expect.any(String), attributes: {}, addresses: {} })
  expect((await suggest()).body.suggestions[0]).toEqual({ name, registered: true })

  const read = (query: string) =>
    world.get<EndpointResponse<typeof getProfileAccount>>(`/v1/profile/account/${query}`, { projectId: null })
  expect((await read(`${name}?apiVersion=2`)).body).toEqual(registered.body)
  expect((await read(name)).body).toEqual(registered.body)
  const missing = [await read(`nobody-here.${world.devnet.names.zone}?apiVersion=2`), await read('nobody-here.eth')]
  expect(missing.map(({ status }) => status)).toEqual([200, 404])
  expect(missing[0]?.body).toEqual([])
  for (const address of [account.address, account.address.toLowerCase(), `${one}:${account.address}`]) {
    const query = `/v1/profile/reverse/${address}?sender=${account.address}&apiVersion=2`
    const reverse = await world.get<EndpointResponse<typeof getProfileReverse>>(query, { projectId: null })
    expect([address, reverse.body.map((one) => one.name)]).toEqual([address, [name]])
  }

  expect(await world.reader.getEnsAddress({ name })).toBe(account.address)
  expect(await world.reader.getEnsName({ address: account.address })).toBe(name)
  expect(await resolveStepByStep(name)).toBe(account.address)
})

test('spec 5.1, 5.14 and 7.19: invalid names, and names of other accounts', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const zone = world.devnet.names.zone
  for (const label of ['abc', 'under_score', 'dötted', '-abcd'])
    expect([label, (await register(account, `${label}.${zone}`, 60, account.address)).body.code]).toEqual([
      ...[label, 'name_invalid'],
    ])
  const tooLarge = await register(account, freshName(), 2 ** 32, account.address)
  expect([tooLarge.status, tooLarge.body.reasons?.[0]?.description]).toEqual([400, 'Invalid chainId'])
  const name = freshName()
  const other = privateKeyToAccount(generatePrivateKey())
  expect((await register(account, name, 60, other.address)).body.code).toBe('signature_invalid')
  const short = await world.post(
    '/v1/profile/account',
    { coin_type: 60, address: account.address, message: '{}', signature: '0x12' },
    { projectId: null },
  )
  expect([short.status, short.body.code, short.body.reasons?.[0]?.field]).toEqual([422, 'invalid_body', 'signature'])
  expect((await register(account, name, 60, `eip155:1:${account.address}`)).status).toBe(200)
  expect((await register(account, freshName(), 60, account.address)).body.code).toBe('name_limit')
  expect((await register(other, name, 60, other.address)).body.code).toBe('name_taken')
  const foreign = await world.get('/v1/profile/suggestions/ada-lovelace?zone=elsewhere.id', { projectId: null })
  expect([foreign.status, foreign.body.code]).toEqual([400, 'name_invalid'])
})

test('behavior: ethers finds the name of an address once its owner has created the reverse record', async () => {
  const person = world.person(3)
  const account = privateKeyToAccount(person.privateKey)
  const name = freshName()
  expect((await register(account, name, 60, account.address)).status).toBe(200)
  // ethers reads the resolver of exactly this node from the registry, and the name from that resolver.
  const node = namehash(`${account.address.slice(2).toLowerCase()}.addr.reverse`)
  const lookUp = async () => {
    const resolver = await readRegistry('resolver', node)
    if (BigInt(resolver) === 0n) return null
    const claimed = await world.reader.readContract({
      ...{ abi: resolverAbi, address: resolver, functionName: 'name', args: [node] },
    })
    return claimed !== '' && (await resolveStepByStep(claimed)) === account.address ? claimed : null
  }
  expect(await lookUp()).not.toBe(name)
  const registrar = await readRegistry('owner', namehash('addr.reverse'))
  const data = encodeFunctionData({
    ...{ abi: parseAbi(['function setName(string) returns (bytes32)']), functionName: 'setName', args: [name] },
  })
  await world.send(person, { to: registrar, data })
  expect(await lookUp()).toBe(name)
})

test('spec 7.5, 7.40 and 9.21: identities, by every notation of an address, with their cache times', async () => {
  const ask = (address: string) =>
    world.get<EndpointResponse<typeof getIdentity>>(`/v1/identity/${address}?sender=${world.person(1).address}`)
  const ada = world.person(0).address
  for (const address of [ada, ada.toLowerCase(), `${one}:${ada}`]) {
    const { status, headers, body } = await ask(address)
    expect([address, status, body.name]).toEqual([address, 200, 'ada.eth'])
    expect(headers.get('cache-control')).toMatch(/^public, max-age=(?:300|2\d\d)$/)
    const avatar = await fetch(body.avatar ?? '')
    expect([avatar.status, avatar.headers.get('content-type')]).toEqual([200, 'image/png'])
  }
  const nobody = await ask(privateKeyToAccount(generatePrivateKey()).address)
  expect(nobody.body).toEqual({ name: null, avatar: null, resolvedAt: expect.any(String) })
  expect(nobody.headers.get('cache-control')).toBe('public, max-age=300')
  const solana = await ask('7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv')
  expect(solana.body).toMatchObject({ name: null, avatar: null })
  expect((await ask('ada.eth')).body.code).toBe('malformed_address')
  expect((await world.get(`/v1/identity/${ada}`, { projectId: null })).body.code).toBe('project_missing')
})

test('error: a rejection by the chain is a viem error, not a made-up name', async () => {
  const nobody = world.reader.getEnsAddress({ name: `nobody-at-all.${world.devnet.names.zone}` })
  expect(await nobody.catch((error: unknown) => error instanceof BaseError)).toBeNull()
})
