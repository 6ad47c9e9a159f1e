import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  latchkeyResolverAbi,
  nameRegistryAbi,
  nameRegistryBytecode,
  universalResolverAbi,
  universalResolverBytecode,
} from '@latchkey/contracts'
import {
  type Address,
  BaseError,
  type CcipRequestParameters,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  decodeAbiParameters,
  defineChain,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  HttpRequestError,
  http,
  isAddressEqual,
  namehash,
  parseAbi,
  parseSignature,
  serializeSignature,
  toHex,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { labelhash, packetToBytes, toCoinType } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRpc } from '../anvil/rpc.ts'
import { waitForReceipt } from '../anvil/waitForReceipt.ts'
import type { Devnet, DevnetAccount } from '../Devnet.ts'
import { startDevnet } from '../startDevnet.ts'
import { testBakeFolder, testFolder } from '../test/testFolder.ts'
import { urlOf } from '../test/useDevnet.ts'
import { nativeCurrency } from '../world/chains.ts'
import { defaultNameGateway } from '../world/names.ts'
import { createWorld } from '../world/World.ts'
import { type AnswerParts, createAnswers, type Records, signAnswer } from './testing/createAnswers.ts'
import { revertingCode } from './testing/revertingCode.ts'

let devnet: Devnet
let tidy: () => Promise<void>

beforeAll(async () => {
  const { folder, remove } = await testFolder()
  tidy = remove
  devnet = await startDevnet({ folder, bakeFolder: testBakeFolder, chains: [31337] })
})

afterAll(async () => {
  await devnet?.stop()
  await tidy?.()
})

type Gateway = (parameters: CcipRequestParameters) => Promise<Hex>

const localOne = toCoinType(31337)
const alice = getAddress('0xa11ce00000000000000000000000000000000001')
const aliceSmart = getAddress('0xa11ce00000000000000000000000000000000002')
const stranger = privateKeyToAccount(generatePrivateKey())
const reverseOf = (address: Address, network = 'addr') => `${address.slice(2).toLowerCase()}.${network}.reverse`

const records: Records = {
  'alice.latchkey.eth': { addresses: { 60: alice, [String(localOne)]: aliceSmart }, texts: { url: 'https://alice' } },
  [reverseOf(alice)]: { name: 'alice.latchkey.eth' },
  [reverseOf(aliceSmart, localOne.toString(16))]: { name: 'alice.latchkey.eth' },
}

/** A client of the local chain, as any app creates it; `gateway` replaces HTTP. */
function clientOf(gateway?: Gateway, universalResolver: Address = devnet.names.universalResolver) {
  const url = urlOf(devnet)
  const contracts = { ensUniversalResolver: { address: universalResolver } }
  const chain = defineChain({
    ...{ id: 31337, name: 'Local One', nativeCurrency, rpcUrls: { default: { http: [url] } }, contracts },
  })
  return createPublicClient({ chain, transport: http(), ...(gateway ? { ccipRead: { request: gateway } } : {}) })
}

/** The gateway of the local signer. */
function gatewayOf(
  own: Records = records,
  options: { change?: (parts: AnswerParts) => Partial<AnswerParts>; asked?: string[] } = {},
): Gateway {
  return createAnswers({ key: devnet.names.signer.privateKey, records: own, ...options })
}

async function send(account: Pick<DevnetAccount, 'privateKey'>, call: { to?: Address; data: Hex }) {
  const reader = clientOf()
  const owner = privateKeyToAccount(account.privateKey)
  const wallet = createWalletClient({ chain: reader.chain, transport: http(urlOf(devnet)), account: owner })
  return waitForReceipt({ client: reader, hash: await wallet.sendTransaction(call) })
}

const resolver = () => ({ address: devnet.names.resolver, abi: latchkeyResolverAbi }) as const
const universal = () => ({ address: devnet.names.universalResolver, abi: universalResolverAbi }) as const
const dns = (name: string) => toHex(packetToBytes(name))
const addrOf = (name: string) =>
  encodeFunctionData({ abi: parseAbi(['function addr(bytes32)']), args: [namehash(name)] })

/** Returns the name of the error with which a contract reverts. */
async function refusal(call: Promise<unknown>): Promise<string | undefined> {
  const error = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  if (!(error instanceof BaseError)) throw new Error(`was not refused: ${String(error)}`)
  const found = error.walk((cause) => cause instanceof ContractFunctionRevertedError)
  return found instanceof ContractFunctionRevertedError ? (found.data?.errorName ?? found.signature) : error.name
}

describe('the names of the local chain', () => {
  it('default: the operator owns the zone, and the local signer signs for it', async () => {
    const reader = clientOf()
    const registry = { address: devnet.contracts.ensRegistry, abi: nameRegistryAbi } as const
    const { zone, signer } = devnet.names
    expect(await reader.readContract({ ...registry, functionName: 'owner', args: [namehash(zone)] })).toBe(
      devnet.operator.address,
    )
    expect(await reader.readContract({ ...resolver(), functionName: 'owner' })).toBe(devnet.operator.address)
    expect(await reader.readContract({ ...resolver(), functionName: 'signers' })).toEqual([signer.address])
    expect(await reader.readContract({ ...resolver(), functionName: 'urls' })).toEqual([defaultNameGateway])
  })

  it('default: resolves names of the registry, both ways', async () => {
    const client = clientOf(gatewayOf())
    for (const { name: person, address } of devnet.accounts) {
      const name = `${person.toLowerCase()}.eth`
      expect(await client.getEnsAddress({ name })).toBe(address)
      expect(await client.getEnsName({ address })).toBe(person === 'Dan' ? null : name)
    }
    expect(await client.getEnsText({ name: 'ada.eth', key: 'avatar' })).toMatch(/^data:image\/png/)
  })

  it('default: names below the zone are resolved by the gateway, both ways, on each network', async () => {
    const client = clientOf(gatewayOf())
    const name = 'alice.latchkey.eth'
    expect(await client.getEnsAddress({ name })).toBe(alice)
    expect(isAddressEqual((await client.getEnsAddress({ name, coinType: localOne })) ?? '0x', aliceSmart)).toBe(true)
    expect(await client.getEnsText({ name, key: 'url' })).toBe('https://alice')
    expect(await client.getEnsResolver({ name })).toBe(devnet.names.resolver)
    expect(await client.getEnsName({ address: alice })).toBe(name)
    expect(await client.getEnsName({ address: aliceSmart, coinType: localOne })).toBe(name)
    expect(await client.getEnsAddress({ name: 'nobody.latchkey.eth' })).toBeNull()
  })

  it('behavior: the gateway moves, over HTTP, and stays where it is without a transaction', async () => {
    const answer = gatewayOf()
    const server = createServer(async ({ url = '' }, response) => {
      const [, sender = '', data = ''] = url.split('/')
      const reply = await answer({ sender: sender as Hex, data: data.replace('.json', '') as Hex, urls: [] })
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ data: reply }))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/{sender}/{data}.json`
      const count = () => clientOf().getTransactionCount({ address: devnet.operator.address })
      const before = await count()
      await devnet.setNameGateway({ url })
      await devnet.setNameGateway({ url })
      expect((await count()) - before).toBe(1)
      expect(await clientOf().getEnsAddress({ name: 'alice.latchkey.eth' })).toBe(alice)
      expect(await clientOf().getEnsName({ address: alice })).toBe('alice.latchkey.eth')
    } finally {
      server.close()
    }
  })
})

describe('LatchkeyResolver', () => {
  it('default: declares support for names below its own', async () => {
    const reader = clientOf()
    const supports = (id: Hex) => reader.readContract({ ...resolver(), functionName: 'supportsInterface', args: [id] })
    expect(await Promise.all((['0x01ffc9a7', '0x9061b923', '0x3b3b57de'] as const).map(supports))).toEqual([
      true,
      true,
      false,
    ])
  })

  it('error: refuses an answer of another key, for another question or contract, or with another result', async () => {
    expect(await proofOf({})).toBe('0x1234')
    const key = generatePrivateKey()
    const target = devnet.names.universalResolver
    for (const parts of [{ key }, { target }, { request: '0x99' }, { given: '0x1235' }] as const)
      expect(await refusal(proofOf(parts)), Object.keys(parts)[0]).toBe('UnknownSigner')
  })

  it('error: an answer whose time is over, or was changed', async () => {
    const { timestamp } = await clientOf().getBlock()
    expect(await refusal(proofOf({ expires: timestamp - 1n }))).toBe('AnswerExpired')
    const expires = timestamp + 3600n
    const longer = changed(await signed({ expires }), { expires: expires + 1n })
    expect(await refusal(proof(longer))).toBe('UnknownSigner')
  })

  it('error: a signature with a high s, or of another length', async () => {
    const answer = await signed({})
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const { r, s, yParity } = parseSignature(readAnswer(answer)[2])
    const high = { r, s: toHex(order - BigInt(s), { size: 32 }), yParity: 1 - yParity }
    expect(await refusal(proof(changed(answer, { signature: serializeSignature(high) })))).toBe(
      'ECDSAInvalidSignatureS',
    )
    const short = readAnswer(answer)[2].slice(0, -2) as Hex
    expect(await refusal(proof(changed(answer, { signature: short })))).toBe('ECDSAInvalidSignatureLength')
  })

  it('error: a client gets nothing from a forged answer', async () => {
    const client = clientOf(gatewayOf(records, { change: () => ({ key: generatePrivateKey() }) }))
    const name = 'alice.latchkey.eth'
    expect(await refusal(client.getEnsAddress({ name, strict: true }))).toBe('ResolverError')
    expect(await client.getEnsAddress({ name })).toBeNull()
    expect(await client.getEnsName({ address: alice })).toBeNull()
  })

  it('behavior: signers are rotated: answers of both are valid, then only answers of the new one', async () => {
    const key = generatePrivateKey()
    const fresh = privateKeyToAccount(key).address
    const set = (functionName: 'addSigner' | 'removeSigner', signer: Address) =>
      send(devnet.operator, {
        to: devnet.names.resolver,
        data: encodeFunctionData({ abi: latchkeyResolverAbi, functionName, args: [signer] }),
      })
    const old = await signed({})
    const { logs } = await set('addSigner', fresh)
    expect(logs).toHaveLength(1)
    expect((await set('addSigner', fresh)).logs).toEqual([])
    expect([await proof(old), await proofOf({ key })]).toEqual(['0x1234', '0x1234'])
    await set('removeSigner', devnet.names.signer.address)
    expect(await refusal(proof(old))).toBe('UnknownSigner')
    expect(await proofOf({ key })).toBe('0x1234')
    await set('addSigner', devnet.names.signer.address)
    await set('removeSigner', fresh)
    expect(await clientOf().readContract({ ...resolver(), functionName: 'signers' })).toEqual([
      devnet.names.signer.address,
    ])
  })

  it('error: refuses others than the owner, a zero signer, and no owner', async () => {
    const { operator, faucet } = devnet
    const simulate = (account: Address, functionName: string, args: readonly unknown[]) =>
      refusal(clientOf().simulateContract({ ...resolver(), account, functionName, args } as never))
    for (const [functionName, argument] of [
      ['setUrls', ['https://evil.example']],
      ['addSigner', faucet.address],
      ['removeSigner', faucet.address],
      ['transferOwnership', faucet.address],
    ] as const)
      expect(await simulate(faucet.address, functionName, [argument])).toBe('OwnableUnauthorizedAccount')
    expect(await simulate(operator.address, 'addSigner', [zeroAddress])).toBe('InvalidSetting')
    expect(await simulate(operator.address, 'renounceOwnership', [])).toBe('InvalidSetting')
  })
})

describe('UniversalResolver', () => {
  it('behavior: an address has no name that does not resolve to it', async () => {
    const address = stranger.address
    const client = clientOf(gatewayOf({ ...records, [reverseOf(address)]: { name: 'alice.latchkey.eth' } }))
    expect(await refusal(client.getEnsName({ address, strict: true }))).toBe('ReverseAddressMismatch')
    expect(await client.getEnsName({ address })).toBeNull()
  })

  it('behavior: without a name on a network an address has the one that counts everywhere', async () => {
    const address = stranger.address
    const asked: string[] = []
    const client = clientOf(
      gatewayOf(
        {
          [reverseOf(address, 'default')]: { name: 'max.latchkey.eth' },
          'max.latchkey.eth': { addresses: { all: address } },
        },
        { asked },
      ),
    )
    expect(await client.getEnsName({ address, coinType: localOne })).toBe('max.latchkey.eth')
    expect(asked).toEqual([
      reverseOf(address, localOne.toString(16)),
      reverseOf(address, 'default'),
      'max.latchkey.eth',
    ])
    expect(await client.getEnsName({ address })).toBe('max.latchkey.eth')
    // Another family's network: its own name or none.
    expect(await client.getEnsName({ address, coinType: 501n })).toBeNull()
    expect(await clientOf(gatewayOf({})).getEnsName({ address, strict: true })).toBeNull()
  })

  it('error: names without a resolver, and below one that answers for its own name alone', async () => {
    const client = clientOf(gatewayOf())
    for (const name of ['alice.example', 'below.ada.eth'])
      expect(await refusal(client.getEnsAddress({ name, strict: true })), name).toBe('ResolverNotFound')
  })

  it('error: resolvers that are no contract, know no such question, or refuse', async () => {
    const name = 'broken.eth'
    const give = async (code: Hex) => {
      const address = getAddress('0xb0b0000000000000000000000000000000000001')
      await createRpc({ url: urlOf(devnet) })('anvil_setCode', [address, code])
      await setResolver(name, address)
      return refusal(clientOf(gatewayOf()).getEnsAddress({ name, strict: true }))
    }
    expect(await give('0x')).toBe('ResolverNotContract')
    expect(await give(revertingCode('0x'))).toBe('UnsupportedResolverProfile')
    expect(await give(revertingCode('0x12345678'))).toBe('ResolverError')
    expect(await give('0x00')).toBe('UnsupportedResolverProfile')
    // It would have another contract's answer fetched, and its own word taken for it.
    const args = [devnet.names.resolver, ['https://example.org'], '0x', '0x12345678', '0x'] as const
    const foreign = encodeErrorResult({ abi: latchkeyResolverAbi, errorName: 'OffchainLookup', args })
    expect(await give(revertingCode(foreign))).toBe('ResolverError')
  })

  it('error: a gateway that refuses is no name, one that is away is a failure', async () => {
    const fail = (error: Error) => clientOf(() => Promise.reject(error)).getEnsAddress({ name: 'alice.latchkey.eth' })
    const url = 'https://gateway.example'
    expect(await fail(new HttpRequestError({ status: 404, url }))).toBeNull()
    await expect(fail(new HttpRequestError({ details: 'fetch failed', url }))).rejects.toThrow('HTTP request failed')
  })

  it('error: refuses malformed names, addresses and answers', async () => {
    const reader = clientOf()
    const resolve = (name: Hex) =>
      refusal(reader.readContract({ ...universal(), functionName: 'resolve', args: [name, addrOf('')] }))
    for (const name of ['0x', '0x03', '0x0361', '0x0361626300ff', '0x03616263'] as const)
      expect(await resolve(name), name).toBe('DNSDecodingFailed')
    const reverse = reader.readContract({ ...universal(), functionName: 'reverse', args: ['0x', 60n] })
    expect(await refusal(reverse)).toBe('EmptyAddress')
    const client = clientOf(gatewayOf({ [reverseOf(alice)]: { name: 'alice..eth' } }))
    expect(await refusal(client.getEnsName({ address: alice, strict: true }))).toBe('DNSEncodingFailed')
  })

  it('default: resolves without a list of gateways', async () => {
    const client = clientOf(gatewayOf())
    const [answer, by] = await client.readContract({
      ...{ ...universal(), functionName: 'resolve' },
      args: [dns('alice.latchkey.eth'), addrOf('alice.latchkey.eth')],
    })
    expect([BigInt(answer), by]).toEqual([BigInt(alice), devnet.names.resolver])
    const args = [aliceSmart, localOne] as const
    const found = await client.readContract({ ...universal(), functionName: 'reverse', args })
    expect(found).toEqual(['alice.latchkey.eth', devnet.names.resolver, devnet.names.resolver])
  })
})

describe('NameRegistry', () => {
  it('default: owners make names below theirs; the universal resolver finds their resolvers', async () => {
    const reader = clientOf()
    const { faucet } = devnet
    const [first, second] = devnet.accounts
    if (!first || !second) throw new Error('there are no accounts')
    const make = async (bytecode: Hex, argument: Address) => {
      const data = `${bytecode}${argument.slice(2).padStart(64, '0')}` as const
      const { contractAddress } = await send(faucet, { data })
      return contractAddress ?? zeroAddress
    }
    const to = await make(nameRegistryBytecode, faucet.address)
    const call = (account: DevnetAccount, functionName: string, args: readonly unknown[]) =>
      send(account, { to, data: encodeFunctionData({ abi: nameRegistryAbi, functionName, args } as never) })
    const refused = (account: DevnetAccount, functionName: string, args: readonly unknown[]) =>
      refusal(
        reader.simulateContract({
          ...{ address: to, abi: nameRegistryAbi, account: account.address, functionName, args },
        } as never),
      )
    const root = namehash('')
    await call(faucet, 'setSubnodeOwner', [root, labelhash('own'), first.address])
    expect(await refused(second, 'setSubnodeOwner', [root, labelhash('mine'), second.address])).toBe('NotAuthorised')
    expect(await refused(second, 'setResolver', [namehash('own'), second.address])).toBe('NotAuthorised')
    expect(await refused(faucet, 'setOwner', [namehash('own'), faucet.address])).toBe('NotAuthorised')
    await call(first, 'setApprovalForAll', [second.address, true])
    const record = [namehash('own'), labelhash('zone'), second.address, devnet.names.resolver, 60n]
    const { logs } = await call(second, 'setSubnodeRecord', record)
    expect(logs).toHaveLength(3)
    await call(first, 'setApprovalForAll', [second.address, false])
    expect(await refused(second, 'setSubnodeRecord', record)).toBe('NotAuthorised')
    await call(second, 'setTTL', [namehash('zone.own'), 90n])

    const read = (functionName: 'owner' | 'resolver' | 'ttl' | 'recordExists', name: string) =>
      reader.readContract({ address: to, abi: nameRegistryAbi, functionName, args: [namehash(name)] })
    expect(await read('owner', 'zone.own')).toBe(second.address)
    expect(await read('resolver', 'zone.own')).toBe(devnet.names.resolver)
    expect(await read('ttl', 'zone.own')).toBe(90n)
    expect([await read('recordExists', 'zone.own'), await read('recordExists', 'other')]).toEqual([true, false])
    await call(second, 'setRecord', [namehash('zone.own'), first.address, devnet.names.resolver, 0n])
    expect(await read('owner', 'zone.own')).toBe(first.address)

    const gateway = gatewayOf({ 'max.zone.own': { addresses: { all: alice } } })
    const client = clientOf(gateway, await make(universalResolverBytecode, to))
    expect(await client.getEnsAddress({ name: 'max.zone.own' })).toBe(alice)
    expect(await refusal(client.getEnsName({ address: alice, strict: true }))).toBe('ResolverNotFound')
  })
})

/** Gives a name below `eth` a resolver. */
async function setResolver(name: string, to: Address) {
  const [label = ''] = name.split('.')
  const { deployer } = createWorld().accounts
  const args = [namehash('eth'), labelhash(label), deployer.address, to, 0n] as const
  const data = encodeFunctionData({ abi: nameRegistryAbi, functionName: 'setSubnodeRecord', args })
  await send(deployer, { to: devnet.contracts.ensRegistry, data })
}

/** A right answer, `0x1234`, to the question `0x00`, but for some of its parts. */
async function signed(parts: Partial<AnswerParts>): Promise<Hex> {
  const { timestamp } = await clientOf().getBlock()
  const { names } = devnet
  const right = { key: names.signer.privateKey, target: names.resolver, expires: timestamp + 3600n, request: '0x00' }
  return signAnswer({ ...right, result: '0x1234', given: '0x1234', ...parts } as AnswerParts)
}

/** Returns the resolver's result for an answer to the question `0x00`. */
const proof = (answer: Hex) =>
  clientOf().readContract({ ...resolver(), functionName: 'resolveWithProof', args: [answer, '0x00'] })

const proofOf = async (parts: Partial<AnswerParts>) => proof(await signed(parts))

const answerTypes = [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }] as const
const readAnswer = (answer: Hex) => decodeAbiParameters(answerTypes, answer)

function changed(answer: Hex, change: { expires?: bigint; signature?: Hex }): Hex {
  const [result, expires, signature] = readAnswer(answer)
  return encodeAbiParameters(answerTypes, [result, change.expires ?? expires, change.signature ?? signature])
}
