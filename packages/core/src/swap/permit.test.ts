import fc from 'fast-check'
import {
  domainSeparator,
  encodeAbiParameters,
  type Hex,
  keccak256,
  parseSignature,
  toFunctionSelector,
  toHex,
  verifyTypedData,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { type GatewayClient, RpcError } from '../http/createGatewayClient.ts'
import { hashDomain, readPermitDomain, readPermitNonce, toPermitData, toSignedPermit } from './permit.ts'

const token: Hex = `0x${'c1'.repeat(20)}`
const spender: Hex = `0x${'70'.repeat(20)}`
const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const domainOf = (name: string, version: string) => ({ name, version, chainId: 1, verifyingContract: token })
const permitTypehash = keccak256(
  toHex('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'),
)
const said = ({
  fields = '0x0f',
  name = 'Own',
  version = '7',
}: {
  fields?: Hex
  name?: string
  version?: string
} = {}) =>
  encodeAbiParameters(
    ['bytes1', 'string', 'string', 'uint256', 'address', 'bytes32', 'uint256[]'].map((type) => ({ type })),
    [fields, name, version, 1n, token, `0x${'0'.repeat(64)}`, []],
  )

/** A node with a token that answers these calls and refuses all others. */
function gatewayOf(answers: Record<string, Hex>): GatewayClient {
  const known = new Map(Object.entries(answers).map(([call, answer]) => [toFunctionSelector(call), answer]))
  return {
    request: async (_, params) => {
      const [{ to, data }] = params as [{ to: string; data: string }]
      expect(to).toBe(token)
      const answer = known.get(data.slice(0, 10) as Hex)
      if (answer === undefined) throw new RpcError({ code: 3, message: 'execution reverted', data: '0x' })
      return answer
    },
  }
}
const find = (answers: Record<string, Hex>) =>
  readPermitDomain({ gateway: gatewayOf(answers), token, chainId: 'eip155:1' })
const separatorOf = (name: string, version: string) => domainSeparator({ domain: domainOf(name, version) })

test('behavior: domains are hashed as viem does', () => {
  // viem omits empty fields.
  const filled = fc.string({ unit: 'grapheme', minLength: 1 })
  fc.assert(
    fc.property(filled, filled, (name, version) => {
      expect(hashDomain(domainOf(name, version))).toBe(separatorOf(name, version))
    }),
  )
})

describe('the domain of a token', () => {
  const names = { 'name()': text('Dollar') }
  test.each([
    ['what it says of itself', { 'eip712Domain()': said(), 'DOMAIN_SEPARATOR()': separatorOf('Own', '7') }, 'Own', '7'],
    ['its name, and 1', { ...names, 'DOMAIN_SEPARATOR()': separatorOf('Dollar', '1') }, 'Dollar', '1'],
    ['its name, and 2', { ...names, 'DOMAIN_SEPARATOR()': separatorOf('Dollar', '2') }, 'Dollar', '2'],
    [
      'its name and version',
      { ...names, 'version()': text('9'), 'DOMAIN_SEPARATOR()': separatorOf('Dollar', '9') },
      ...(['Dollar', '9'] as const),
    ],
    [
      'a message that it names itself',
      { ...names, 'PERMIT_TYPEHASH()': permitTypehash, 'DOMAIN_SEPARATOR()': separatorOf('Dollar', '1') },
      ...(['Dollar', '1'] as const),
    ],
  ])('default: %s', async (_, answers, name, version) => {
    expect(await find(answers)).toStrictEqual(domainOf(name, version))
  })

  test.each([
    ['without a separator', names],
    ['with another separator', { ...names, 'DOMAIN_SEPARATOR()': separatorOf('Other', '1') }],
    [
      'that says one thing and checks another',
      { 'eip712Domain()': said(), 'DOMAIN_SEPARATOR()': separatorOf('Own', '8') },
    ],
    ['with a salt', { 'eip712Domain()': said({ fields: '0x1f' }), 'DOMAIN_SEPARATOR()': separatorOf('Own', '7') }],
    [
      'that permits all or nothing',
      { ...names, 'PERMIT_TYPEHASH()': toHex(5n, { size: 32 }), 'DOMAIN_SEPARATOR()': separatorOf('Dollar', '1') },
    ],
    ['that answers nonsense', { 'name()': '0x1234', 'DOMAIN_SEPARATOR()': '0x' }],
    ['that answers nothing', {}],
  ] as [string, Record<string, Hex>][])('error: a token %s has none', async (_, answers) => {
    expect(await find(answers)).toBeUndefined()
  })
})

test('default: the typed data is exactly the permit', async () => {
  const gateway = gatewayOf({ 'nonces(address)': toHex(3n, { size: 32 }) })
  const nonce = await readPermitNonce({ gateway, token, owner: owner.address })
  const [value, deadline, domain] = [10n ** 30n, 77n, domainOf('Dollar', '1')]
  const data = toPermitData({ domain, owner: owner.address, spender, value, nonce, deadline })
  const field = (type: string) => (name: string) => ({ name, type })
  const types = {
    Permit: [...['owner', 'spender'].map(field('address')), ...['value', 'nonce', 'deadline'].map(field('uint256'))],
  }
  // A wallet parses it from JSON.
  const read = JSON.parse(JSON.stringify(data)) as typeof data
  expect(read.types.Permit).toStrictEqual(types.Permit)
  const signature = await owner.signTypedData(read as unknown as Parameters<typeof owner.signTypedData>[0])
  const message = { owner: owner.address, spender, value, nonce: 3n, deadline }
  const asked = { address: owner.address, domain, types, primaryType: 'Permit', message, signature } as const
  expect(await verifyTypedData(asked)).toBe(true)
  expect(toSignedPermit({ signature, message: data.message })).toStrictEqual({
    ...{ value: value.toString(), deadline: '77', signature },
  })
})

test('behavior: accepts the signatures of all wallets, and nothing else', () => {
  const message = { owner: owner.address, spender, value: '1', nonce: '0', deadline: '2' }
  const body = '12'.repeat(64)
  for (const [last, v] of [
    ['00', '1b'],
    ['01', '1c'],
    ['1b', '1b'],
    ['1C', '1c'],
  ])
    expect(toSignedPermit({ signature: `0x${body}${last}`, message })?.signature).toBe(`0x${body}${v}`)
  expect(parseSignature(`0x${body}1b`).v).toBe(27n)
  for (const signature of ['0x', undefined, `0x${body}`, `0x${body}1d`, `0x${body}1b1b`, 5, null])
    expect(toSignedPermit({ signature, message })).toBeUndefined()
})
