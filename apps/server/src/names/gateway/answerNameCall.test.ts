import { type AbiFunction, decodeAbiParameters, encodeFunctionData, type Hex, parseAbiItem, zeroAddress } from 'viem'
import { namehash } from 'viem/ens'
import { expect, test } from 'vitest'
import { answerNameCall, mostCalls } from './answerNameCall.ts'
import { createNameHash } from './createNameHash.ts'
import { createMemoryRegistry, type MemoryName } from './testing/createMemoryRegistry.ts'
import { encodeResolveCall } from './testing/encodeResolveCall.ts'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const contract = '0x00000000219ab540356cBB839Cbe05303d7705Fa'
const optimism = 0x80000000 + 10
const names: Record<string, MemoryName> = {
  alice: {
    addresses: { 60: { address: alice, byKey: true }, [optimism]: { address: contract, byKey: false } },
    attributes: { avatar: 'https://alice.example/me.png', url: 'https://alice.example' },
  },
  vault: { addresses: { [optimism]: { address: contract, byKey: false } } },
}
const registry = createMemoryRegistry({ names })

const functions = {
  address: ['function addr(bytes32 node) returns (address)', 'address'],
  addressFor: ['function addr(bytes32 node, uint256 coinType) returns (bytes)', 'bytes'],
  text: ['function text(bytes32 node, string key)', 'string'],
  primary: ['function name(bytes32 node)', 'string'],
  contenthash: ['function contenthash(bytes32 node)', 'bytes'],
} as const

function encode(kind: keyof typeof functions, name: string, ...more: unknown[]): Hex {
  const item = parseAbiItem(functions[kind][0] as string) as AbiFunction
  return encodeFunctionData({ abi: [item], args: [namehash(name), ...more] })
}
const decode = (kind: keyof typeof functions, data: Hex) => decodeAbiParameters([{ type: functions[kind][1] }], data)[0]
const send = (name: string, call: Hex) => answerNameCall({ registry, data: encodeResolveCall({ name, call }) })
const ask = async (kind: keyof typeof functions, name: string, ...more: unknown[]) =>
  decode(kind, await send(name, encode(kind, name, ...more)))
const multicall = (calls: readonly Hex[]) =>
  encodeFunctionData({ abi: [parseAbiItem('function multicall(bytes[] calls)')], args: [calls] })

test('default: answers the addresses of a name', async () => {
  expect(await ask('address', 'alice.latchkey.eth')).toBe(alice)
  expect(await ask('addressFor', 'alice.latchkey.eth', 60n)).toBe(alice.toLowerCase())
  expect(await ask('text', 'alice.latchkey.eth', 'url')).toBe('https://alice.example')
})

test("behavior: a network's own address, and an EOA's address for all other networks", async () => {
  expect(await ask('addressFor', 'alice.latchkey.eth', BigInt(optimism))).toBe(contract.toLowerCase())
  expect(await ask('addressFor', 'alice.latchkey.eth', BigInt(0x80000000 + 8453))).toBe(alice.toLowerCase())
  // Ethereum in its long form, and all networks at once (ENSIP-19).
  expect(await ask('addressFor', 'alice.latchkey.eth', 0x80000001n)).toBe(alice.toLowerCase())
  expect(await ask('addressFor', 'alice.latchkey.eth', 0x80000000n)).toBe(alice.toLowerCase())
  // A contract exists only on its own network.
  expect(await ask('address', 'vault.latchkey.eth')).toBe(zeroAddress)
  expect(await ask('addressFor', 'vault.latchkey.eth', 60n)).toBe('0x')
  expect(await ask('addressFor', 'vault.latchkey.eth', 0x80000000n)).toBe('0x')
})

test('behavior: other families have no address', async () => {
  for (const coinType of [0n, 501n, 61n, 2n ** 32n, 2n ** 32n + 60n, 2n ** 64n + 60n, 2n ** 256n - 1n])
    expect({ coinType, bytes: await ask('addressFor', 'alice.latchkey.eth', coinType) }).toEqual({
      ...{ coinType, bytes: '0x' },
    })
})

test('behavior: texts that the owner did not set are empty, for any key', async () => {
  for (const key of ['com.twitter', '', 'URL', 'constructor', '__proto__', 'toString', 'x'.repeat(500)])
    expect({ key, text: await ask('text', 'alice.latchkey.eth', key) }).toEqual({ key, text: '' })
})

test.each([
  'nobody.latchkey.eth',
  // The zone itself, names below a registered name, invalid names, and other notations.
  'latchkey.eth',
  'alice.alice.latchkey.eth',
  'bob.latchkey.eth',
  'Alice.latchkey.eth',
  'аlice.latchkey.eth',
  'alice .latchkey.eth',
])('behavior: %s resolves to no address', async (name) => {
  expect(await ask('address', name)).toBe(zeroAddress)
  expect(await ask('addressFor', name, 60n)).toBe('0x')
  expect(await ask('text', name, 'avatar')).toBe('')
  expect(await ask('primary', name)).toBe('')
  expect(await ask('contenthash', name)).toBe('0x')
})

test('behavior: the name that an address claims, only if it resolves to the address', async () => {
  const [own, other] = [alice, contract].map((address) => address.slice(2).toLowerCase())
  expect(await ask('primary', `${own}.addr.reverse`)).toBe('alice.latchkey.eth')
  expect(await ask('primary', `${own}.default.reverse`)).toBe('alice.latchkey.eth')
  expect(await ask('primary', `${own}.80002105.reverse`)).toBe('alice.latchkey.eth')
  expect(await ask('primary', `${other}.8000000a.reverse`)).toBe('alice.latchkey.eth')
  expect(await ask('primary', `${own}.8000000a.reverse`)).toBe('')
  expect(await ask('primary', `${other}.addr.reverse`)).toBe('')
  // A network of another family.
  expect(await ask('primary', `${own}.1f5.reverse`)).toBe('')
  // All other records of a reverse name are empty.
  expect(await ask('address', `${own}.addr.reverse`)).toBe(zeroAddress)
  expect(await ask('text', `${own}.addr.reverse`, 'avatar')).toBe('')
})

test('behavior: several calls in one are answered in order, without repeated reads of the registry', async () => {
  const name = 'alice.latchkey.eth'
  const kinds = ['text', 'address', 'contenthash', 'addressFor', 'text'] as const
  const calls = [
    encode('text', name, 'url'),
    encode('address', name),
    encode('contenthash', name),
    encode('addressFor', name, 60n),
    encode('text', name, 'none'),
  ]
  registry.asked.length = 0
  const [answers = []] = decodeAbiParameters([{ type: 'bytes[]' }], await send(name, multicall(calls)))
  expect(answers.map((answer, index) => decode(kinds[index] ?? 'text', answer))).toEqual([
    ...['https://alice.example', alice, '0x', alice.toLowerCase(), ''],
  ])
  expect([...registry.asked].sort()).toEqual(['address alice.latchkey.eth 60', 'read alice.latchkey.eth'])
  expect(decodeAbiParameters([{ type: 'bytes[]' }], await send(name, multicall([])))).toEqual([[]])
})

test('error: calls within calls, and too many of them', async () => {
  const name = 'alice.latchkey.eth'
  const one = encode('address', name)
  await expect(send(name, multicall([one, multicall([one])]))).rejects.toMatchObject({ code: 'malformed_request' })
  await expect(send(name, multicall(Array(mostCalls).fill(one)))).resolves.toMatch(/^0x/)
  registry.asked.length = 0
  await expect(send(name, multicall(Array(mostCalls + 1).fill(one)))).rejects.toMatchObject({
    code: 'malformed_request',
  })
  expect(registry.asked).toEqual([])
})

test('error: answers that are too large in total', async () => {
  const avatar = `data:image/png;base64,${'A'.repeat(31_000)}`
  const large = createMemoryRegistry({ names: { alice: { attributes: { avatar } } } })
  const ask = (count: number) => {
    const calls = multicall(Array(count).fill(encode('text', 'alice.latchkey.eth', 'avatar')))
    return answerNameCall({ registry: large, data: encodeResolveCall({ name: 'alice.latchkey.eth', call: calls }) })
  }
  await expect(ask(8)).resolves.toMatch(/^0x/)
  await expect(ask(9)).rejects.toMatchObject({ code: 'malformed_request' })
})

test('behavior: names have the same hash, with any known parents', () => {
  const hash = createNameHash(['latchkey.eth', 'addr.reverse', ''])
  for (const text of [
    'alice.latchkey.eth',
    'a.b.latchkey.eth',
    'latchkey.eth',
    'eth',
    `${'ab'.repeat(20)}.addr.reverse`,
    'аlice.latchkey.eth',
  ])
    expect({ text, node: hash(text.split('.')) }).toEqual({ text, node: namehash(text) })
  expect(hash([])).toBe(namehash(''))
})

test.each(['vitalik.eth', 'latchkey.com', 'eth', '', 'alice.latchkey.eth.evil.eth', 'alicelatchkey.eth'])(
  'error: %o is not in this zone',
  async (name) => {
    const refused = { code: 'name_not_found', field: 'data' }
    await expect(send(name, encode('address', name))).rejects.toMatchObject(refused)
  },
)

test.each([
  `${'0'.repeat(39)}.addr.reverse`,
  `${'A'.repeat(40)}.addr.reverse`,
  `${'0'.repeat(40)}.03c.reverse`,
  `${'0'.repeat(40)}.reverse`,
  'addr.reverse',
  `${'0'.repeat(40)}.addr.reverse.eth`,
])('error: %s is not a reverse name', async (name) => {
  await expect(send(name, encode('primary', name))).rejects.toMatchObject({ code: 'name_not_found' })
})

test('threat 100: a call about another name than its own is refused, alone and in a batch', async () => {
  const about = encode('address', 'vault.latchkey.eth')
  const refused = { code: 'malformed_request', field: 'data' }
  await expect(send('alice.latchkey.eth', about)).rejects.toMatchObject(refused)
  const both = multicall([encode('address', 'alice.latchkey.eth'), about])
  await expect(send('alice.latchkey.eth', both)).rejects.toMatchObject(refused)
})

test.each([
  ['nothing', '0x'],
  ['supportsInterface', '0x01ffc9a79061b92300000000000000000000000000000000000000000000000000000000'],
  ['pubkey', `0xc8690233${'00'.repeat(32)}`],
  ['setAddr', `0xd5fa2b00${'00'.repeat(64)}`],
  ['addr without a node', '0x3b3b57de'],
] as const)('error: %s within the call is refused', async (_, call) => {
  await expect(send('alice.latchkey.eth', call)).rejects.toMatchObject({ code: 'malformed_request' })
  await expect(send('alice.latchkey.eth', multicall([call]))).rejects.toMatchObject({ code: 'malformed_request' })
})

test.each([
  ['nothing', '0x'],
  ['another function', encode('address', 'alice.latchkey.eth')],
  ['offsets that lead out of the data', `0x9061b923${'ff'.repeat(64)}`],
  ['a name that is no name', encodeResolveCall({ name: 'alice.latchkey.eth', call: '0x' }).replace('05616c', '3f616c')],
] as const)('error: %s is not a call of resolve', async (_, data) => {
  await expect(answerNameCall({ registry, data: data as Hex })).rejects.toMatchObject({ code: 'malformed_request' })
})

test('behavior: repeated calls in a batch are looked up and encoded once', async () => {
  const reverse = `${alice.slice(2).toLowerCase()}.addr.reverse`
  registry.asked.length = 0
  const [found = []] = decodeAbiParameters(
    [{ type: 'bytes[]' }],
    // Identical calls, and calls that differ only in unread bytes at the end.
    await send(
      reverse,
      multicall(
        Array.from(
          { length: mostCalls },
          (_, index) => `${encode('primary', reverse)}${'00'.repeat(index % 4)}` as Hex,
        ),
      ),
    ),
  )
  expect(new Set(found.map((one) => decode('primary', one)))).toEqual(new Set(['alice.latchkey.eth']))
  expect(found).toHaveLength(mostCalls)
  expect(registry.asked).toEqual([`primary ${alice.toLowerCase()} 60`])
  const counted = { texts: 0 }
  const asked = createMemoryRegistry({
    names: {
      alice: {
        attributes: new Proxy(
          { url: 'https://alice.example' },
          {
            get: (target, key) => {
              if (key === 'url') counted.texts += 1
              return Reflect.get(target, key)
            },
          },
        ),
      },
    },
  })
  const call = multicall(Array(mostCalls).fill(encode('text', 'alice.latchkey.eth', 'url')))
  await answerNameCall({ registry: asked, data: encodeResolveCall({ name: 'alice.latchkey.eth', call }) })
  expect(counted.texts).toBe(1)
})
