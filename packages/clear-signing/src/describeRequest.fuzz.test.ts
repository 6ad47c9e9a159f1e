import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChainReader, SigningRequest } from './Description.ts'
import { describeRequest } from './describeRequest.ts'
import { calmNode } from './testing/calmNode.ts'
import { account, offline } from './testing/requests.ts'

const methods = [
  'eth_sendTransaction',
  'wallet_sendCalls',
  'personal_sign',
  'eth_signTypedData_v4',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
]
const point = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))
const address = fc.constantFrom(account, account.toLowerCase(), '0x000000000022d473030f116ddee9f6b43ac78ba3', '0x1', '')
const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => `0x${Buffer.from(array).toString('hex')}`)
const selector = fc.constantFrom(
  'a9059cbb',
  '095ea7b3',
  'ac9650d8',
  '82ad56cb',
  '3593564c',
  '2b67b570',
  '6a761202',
  'b858183f',
)
const call = fc.tuple(selector, bytes).map(([head, tail]) => `0x${head}${tail.slice(2)}`)
const quantity = fc.oneof(
  fc.bigInt({ min: 0n, max: 1n << 260n }).map((value) => `0x${value.toString(16)}`),
  fc.anything(),
)
const transaction = fc.record(
  {
    from: address,
    to: address,
    data: fc.oneof(call, bytes),
    value: quantity,
    gas: quantity,
    type: quantity,
    chainId: quantity,
  },
  { requiredKeys: [] },
)
const typedData = fc.record({
  types: fc.dictionary(
    fc.constantFrom('A', 'B', 'EIP712Domain', '__proto__', 'constructor', 'uint256'),
    fc.array(
      fc.record({
        name: fc.constantFrom('a', 'b', 'spender', 'name', 'chainId', '__proto__', 'toString'),
        type: fc.constantFrom('A', 'B[]', 'A[][2]', 'uint256', 'address', 'bytes', 'string', 'bool', 'mapping'),
      }),
      { maxLength: 4 },
    ),
  ),
  primaryType: fc.constantFrom('A', 'B', 'toString'),
  domain: fc.oneof(fc.constant({ name: 'Any' }), fc.object()),
  message: fc.object({ key: fc.constantFrom('a', 'b', 'spender', '__proto__', 'toString') }),
})
const names = fc.constantFrom('mint', 'transfer', 'constructor', '__proto__', 'mint\u202e', 'mint(uint256)')
const types = fc.constantFrom('uint256', 'address', 'tuple', 'bytes[]', 'uint7', 'int8', 'bytes4', 'string')
const rule = fc.record({
  operator: fc.constantFrom('EQUAL', 'LESS_THAN', 'GREATER_THAN', 'toString'),
  value: fc.oneof(address, fc.bigInt().map(String), fc.string()),
})
const allowance = fc.record(
  {
    address,
    allowance: quantity,
    start: fc.oneof(fc.nat(), fc.anything()),
    period: fc.oneof(fc.nat(), fc.anything()),
    to: address,
  },
  { requiredKeys: ['allowance', 'start', 'period'] },
)
const permission = fc.oneof(
  fc.record({
    type: fc.constantFrom('native-token-recurring-allowance', 'erc20-recurring-allowance', 'other'),
    data: allowance,
  }),
  fc.record({
    type: fc.constant('contract-call'),
    data: fc.record({
      address,
      abi: fc.array(
        fc.record({
          type: fc.constant('function'),
          name: names,
          inputs: fc.array(fc.record({ type: types, name: names }), { maxLength: 3 }),
        }),
        { maxLength: 3 },
      ),
      functions: fc.array(
        fc.record(
          { functionName: names, args: fc.array(fc.option(rule), { maxLength: 3 }), valueLimit: quantity },
          { requiredKeys: ['functionName'] },
        ),
        { maxLength: 2 },
      ),
    }),
  }),
)
const grant = fc.record(
  {
    chainId: fc.constantFrom('0x1', '0x2', 1),
    address,
    expiry: fc.oneof(fc.nat(), fc.constant(1_900_000_000)),
    signer: fc.oneof(
      fc.record({ type: fc.constant('account'), data: fc.record({ address }) }),
      fc.record({
        type: fc.constant('key'),
        data: fc.record({ type: fc.constantFrom('secp256k1', 'secp256r1'), publicKey: bytes }),
      }),
    ),
    permissions: fc.array(permission, { maxLength: 3 }),
    policies: fc.anything(),
  },
  { requiredKeys: ['expiry', 'signer', 'permissions'] },
)
const params = fc.oneof(
  fc.tuple(grant),
  fc.anything({ withBigInt: true, withNullPrototype: true, withMap: true, withDate: true }),
  fc.tuple(transaction),
  fc.tuple(fc.record({ chainId: fc.constant('0x1'), calls: fc.array(transaction, { maxLength: 3 }) })),
  fc.tuple(fc.oneof(fc.string({ unit: point }), bytes), address),
  fc.tuple(
    address,
    fc.oneof(
      typedData,
      typedData.map((data) => JSON.stringify(data)),
      fc.json(),
    ),
  ),
)
const request = fc.record({ method: fc.oneof(fc.constantFrom(...methods), fc.string()), params })

async function holds(asked: { method: string; params: unknown }, read: ChainReader) {
  const described = await describeRequest({
    ...offline,
    read,
    request: { ...asked, chainId: 'eip155:1', account, origin: 'https://app.example' },
  })
  // Plain data for every input.
  expect(structuredClone(described)).toStrictEqual(described)
  const isKnown = methods.includes(asked.method)
  const isRefused = described.findings.some(({ level }) => level === 'refuse')
  if (!isKnown) expect(isRefused).toBe(true)
  if (isRefused) expect(described.transaction).toBeNull()
  const isGrant = asked.method === 'wallet_grantPermissions'
  // Every granted permission is shown.
  if (isGrant && !isRefused) expect(described.permissions?.lines.length).toBeGreaterThan(0)
}

describe('any request', () => {
  test('behavior: threat 21: describeRequest never throws and never accepts an unreadable request', async () => {
    await fc.assert(
      fc.asyncProperty(request, (asked) => holds(asked, calmNode)),
      { numRuns: 1000 },
    )
  }, 60_000)

  test('behavior: it never throws, whatever the node answers', async () => {
    const answer = fc.oneof(fc.anything(), bytes, quantity, fc.constant(undefined))
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(transaction),
        fc.infiniteStream(answer),
        fc.boolean(),
        async (asked, answers, fails) => {
          const read: ChainReader = async () => {
            const next: unknown = answers.next().value
            if (fails && next === undefined) throw next
            return next
          }
          await holds({ method: 'eth_sendTransaction', params: asked }, read)
        },
      ),
      { numRuns: 300 },
    )
  }, 60_000)

  test('error: invalid requests', async () => {
    const circle: { self?: unknown } = {}
    circle.self = circle
    const requests = [
      { method: 'personal_sign', params: circle },
      { method: 'personal_sign', params: [1n] },
      { method: 1, params: [] },
      { method: 'personal_sign', params: ['x'.repeat(2_000_000), account] },
      { method: 'personal_sign', params: [], account: '0x' },
      { method: 'personal_sign', params: [], chainId: 'solana:mainnet' },
      { method: 'personal_sign', params: [], origin: 1 },
    ]
    for (const wrong of requests) {
      const whole = {
        chainId: 'eip155:1',
        account,
        origin: 'https://app.example',
        ...wrong,
      } as unknown as SigningRequest
      const described = await describeRequest({ ...offline, request: whole })
      expect(described.findings).toMatchObject([{ level: 'refuse', code: 'malformed' }])
    }
  })
})
