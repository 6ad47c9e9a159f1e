import { describe, expect, test } from 'vitest'
import type { FindingCode } from './Description.ts'
import { calmNode } from './testing/calmNode.ts'
import { account, codesOf, describeOffline } from './testing/requests.ts'

const other = '0x00000000000000000000000000000000DeaDBeef'
const hash = `0x${'ab'.repeat(32)}`
const send = (transaction: unknown) => ['eth_sendTransaction', [transaction]] as const
const types = { Only: [{ name: 'value', type: 'string' }] }
const sign = (domain: object, signer: string = account) =>
  ['eth_signTypedData_v4', [signer, { types, primaryType: 'Only', domain, message: { value: '' } }]] as const
const authorization = { chainId: '0x0', address: other, nonce: '0x0', yParity: '0x0', r: '0x1', s: '0x1' }

const table: [string, readonly [string, unknown], FindingCode][] = [
  ['eth_sign', ['eth_sign', [account, hash]], 'methodForbidden'],
  ['eth_signTransaction', ['eth_signTransaction', [{ to: other }]], 'methodForbidden'],
  ['eth_signTypedData', ['eth_signTypedData', [[], account]], 'methodForbidden'],
  ['eth_signTypedData_v3', ['eth_signTypedData_v3', [account, '{}']], 'methodForbidden'],
  ['eth_decrypt', ['eth_decrypt', ['0x', account]], 'methodForbidden'],
  ['a method of every object', ['constructor', []], 'methodForbidden'],
  ['a method in other letters', ['ETH_SENDTRANSACTION', [{ to: other }]], 'methodForbidden'],
  ['a foreign chainId', send({ to: other, chainId: '0x38' }), 'chainMismatch'],
  ['typed data of a foreign chainId', sign({ chainId: 56 }), 'chainMismatch'],
  ['typed data of a foreign chainId as text', sign({ chainId: '0x38' }), 'chainMismatch'],
  ['calls on a foreign chainId', ['wallet_sendCalls', [{ chainId: '0x38', calls: [{ to: other }] }]], 'chainMismatch'],
  ['another sender', send({ from: other, to: account }), 'accountMismatch'],
  ['another signer', sign({ chainId: 1 }, other), 'accountMismatch'],
  ['another signer of a message', ['personal_sign', ['Hello', other]], 'accountMismatch'],
  [
    'calls of another account',
    ['wallet_sendCalls', [{ chainId: '0x1', from: other, calls: [{ to: other }] }]],
    'accountMismatch',
  ],
  ['type 4', send({ to: account, type: '0x4', authorizationList: [authorization] }), 'delegationUnknown'],
  ['an authorization without type', send({ to: account, authorizationList: [authorization] }), 'delegationUnknown'],
  ['type 4 without list', send({ to: account, type: '0x4' }), 'delegationUnknown'],
  ['blobs', send({ to: other, type: '0x3' }), 'malformed'],
  ['an access list', send({ to: other, accessList: [{ address: other, storageKeys: [] }] }), 'malformed'],
  ['a wrong checksum', send({ to: other.replace('DeaD', 'DEAD') }), 'malformed'],
  ['a short address', send({ to: '0x1234' }), 'malformed'],
  ['no receiver and no code', send({ value: '0x1' }), 'malformed'],
  ['a decimal value', send({ to: other, value: '1' }), 'malformed'],
  ['a number for a value', send({ to: other, value: 1 }), 'malformed'],
  ['leading zeros', send({ to: other, value: '0x01' }), 'malformed'],
  ['a negative value', send({ to: other, value: '-0x1' }), 'malformed'],
  ['more than 256 bits', send({ to: other, value: `0x1${'0'.repeat(64)}` }), 'malformed'],
  ['half a byte', send({ to: other, data: '0x123' }), 'malformed'],
  ['two data', send({ to: other, data: '0x12', input: '0x34' }), 'malformed'],
  ['two kinds of prices', send({ to: other, gasPrice: '0x1', maxFeePerGas: '0x1' }), 'malformed'],
  ['a tip above the price', send({ to: other, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }), 'malformed'],
  ['a field that nobody knows', send({ to: other, delegate: other }), 'malformed'],
  ['no object', send('0x'), 'malformed'],
  ['no parameters', ['eth_sendTransaction', undefined], 'malformed'],
  [
    'calls that must be one',
    ['wallet_sendCalls', [{ chainId: '0x1', atomicRequired: true, calls: [{ to: other }] }]],
    'malformed',
  ],
  ['no calls', ['wallet_sendCalls', [{ chainId: '0x1', calls: [] }]], 'malformed'],
  ['too many calls', ['wallet_sendCalls', [{ chainId: '0x1', calls: Array(21).fill({ to: other }) }]], 'malformed'],
  ['a nonce in a call', ['wallet_sendCalls', [{ chainId: '0x1', calls: [{ to: other, nonce: '0x1' }] }]], 'malformed'],
  ['typed data that is no JSON', ['eth_signTypedData_v4', [account, '{']], 'malformed'],
]

describe('refuse-dangerous', () => {
  test.each(table)('error: threat 21: refuse-dangerous: %s', async (_name, [method, params], code) => {
    const described = await describeOffline({ method, params, read: calmNode })
    expect(codesOf(described, 'refuse')).toStrictEqual([code])
    expect(described.transaction).toBeNull()
    expect(described.parts.every(({ transaction }) => transaction === null)).toBe(true)
  })

  test('behavior: threat 21: requests without these properties are not refused', async () => {
    const allowed = [
      send({ to: other, from: account, value: '0x1', chainId: '0x1', type: '0x2', accessList: [] }),
      send({ to: other.toLowerCase(), data: '0x12', input: '0x12', gas: '0x5208' }),
      sign({ chainId: 1 }),
      sign({ chainId: '1' }),
    ]
    for (const [method, params] of allowed)
      expect(codesOf(await describeOffline({ method, params, read: calmNode }), 'refuse')).toStrictEqual([])
  })
})
