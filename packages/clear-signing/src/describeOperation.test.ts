import { describe, expect, test } from 'vitest'
import type { Description } from './Description.ts'
import { calmNode } from './testing/calmNode.ts'
import { account, codesOf, describeOffline } from './testing/requests.ts'
import { readSigningPayload } from './verify/readSigningPayload.ts'
import { verifySigned } from './verify/verifySigned.ts'

const other = '0x00000000000000000000000000000000DeaDBeef'
const module = '0x000000000000000000000000000000000000c0de'
const pay = { to: other, value: '0x1' }
const call = { to: other, data: '0x12345678' }
const describeCalls = (calls: readonly object[], more: object = {}) =>
  describeOffline({
    method: 'wallet_sendCalls',
    params: [{ version: '2.0.0', chainId: '0x1', atomicRequired: true, calls, ...more }],
    read: calmNode,
    asOperation: true,
    guarded: [module],
  })

describe('describeRequest: operations', () => {
  test('default', async () => {
    const description = await describeCalls([pay, call])
    expect(description).toMatchObject({ intent: 'batch', isOperation: true, transaction: null, fee: null })
    expect(description.parts.map(({ intent, fee, transaction }) => ({ intent, fee, transaction }))).toStrictEqual([
      { intent: 'send', fee: null, transaction: null },
      { intent: 'contractCall', fee: null, transaction: null },
    ])
    expect(readSigningPayload({ description })).toStrictEqual({
      kind: 'operation',
      account,
      calls: [
        { to: other, value: 1n, data: '0x' },
        { to: other, value: 0n, data: '0x12345678' },
      ],
    })
    await verifySigned({ description, signed: '0x' })
  })

  test('behavior: a single call is shown without a batch, for either method', async () => {
    const batch = await describeCalls([pay])
    const single = await describeOffline({
      method: 'eth_sendTransaction',
      params: [pay],
      read: calmNode,
      asOperation: true,
    })
    for (const description of [batch, single]) {
      expect(description).toMatchObject({ intent: 'send', isOperation: true, transaction: null, parts: [] })
      expect(readSigningPayload({ description })).toMatchObject({ calls: [{ to: other, value: 1n, data: '0x' }] })
      await verifySigned({ description, signed: '0x' })
    }
  })

  test('behavior: an account without coins gets no finding about gas', async () => {
    const read: typeof calmNode = async (request) => (request.method === 'eth_getBalance' ? '0x0' : calmNode(request))
    const asked: [object[], boolean][] = [
      [[call], false],
      [[call, call], false],
      [[pay], true],
      [[pay, call], true],
    ]
    for (const [calls, isShort] of asked) {
      const description = await describeOffline({
        method: 'wallet_sendCalls',
        params: [{ chainId: '0x1', calls }],
        read,
        asOperation: true,
      })
      expect(codesOf(description).includes('insufficientFunds')).toBe(isShort)
    }
  })

  test('error: calls that must be an operation are refused without one', async () => {
    const params = [{ chainId: '0x1', atomicRequired: true, calls: [pay] }]
    const description = await describeOffline({ method: 'wallet_sendCalls', params, read: calmNode })
    expect(codesOf(description, 'refuse')).toStrictEqual(['malformed'])
  })

  test.each([
    ['the account itself', { to: account, data: '0x12345678' }],
    ['the zero address', { to: `0x${'00'.repeat(20)}`, data: '0x12345678' }],
    ['a module', { to: module, data: '0x12345678' }],
    ['a module in other letters', { to: `0x${module.slice(2).toUpperCase()}`, data: '0x12345678' }],
  ])('error: threat 83: calls to contracts with power over the account: %s', async (_name, guarded) => {
    for (const calls of [[guarded], [pay, guarded]]) {
      const description = await describeCalls(calls)
      const all = [description, ...description.parts].flatMap((one) => codesOf(one, 'refuse'))
      expect(all).toContain('accountControl')
      expect(() => readSigningPayload({ description })).toThrow(expect.objectContaining({ code: 'request_refused' }))
    }
    if (/^0x0+$/.test(guarded.to)) return
    // An ordinary transaction has the same power if the account delegates to a smart account's code.
    const plain = await describeOffline({
      method: 'eth_sendTransaction',
      params: [guarded],
      read: calmNode,
      guarded: [module],
    })
    expect(codesOf(plain, 'refuse')).toStrictEqual(['accountControl'])
  })

  test('behavior: coins may go there, and an account without code may write itself a note', async () => {
    const read: typeof calmNode = async (request) => (request.method === 'eth_getCode' ? '0x' : calmNode(request))
    for (const params of [[{ to: module, value: '0x1' }], [{ to: account, data: '0x12345678' }]])
      expect(
        codesOf(await describeOffline({ method: 'eth_sendTransaction', params, read, guarded: [module] }), 'refuse'),
      ).toStrictEqual([])
  })

  test('error: threat 83: typed data that would be an operation, or a signature of the smart account', async () => {
    const sign = (domain: object, primaryType: string) => ({
      method: 'eth_signTypedData_v4',
      params: [
        account,
        {
          types: { [primaryType]: [{ name: 'nonce', type: 'uint256' }] },
          primaryType,
          domain,
          message: { nonce: '1' },
        },
      ],
      read: calmNode,
      guarded: [module],
    })
    const operation = { name: 'ERC4337', version: '1', chainId: 1, verifyingContract: module }
    for (const [domain, type] of [
      [operation, 'PackedUserOperation'],
      [{ name: 'App', verifyingContract: other }, 'TypedDataSign'],
      // Typed data of a message for an EOA that delegates to the code.
      [{ name: 'LatchkeyAccount', verifyingContract: account }, 'PersonalSign'],
      [{ name: 'App', verifyingContract: other }, 'PersonalSign'],
      [{ name: 'LatchkeyAccount', verifyingContract: account }, 'Mail'],
    ] as const)
      expect(codesOf(await describeOffline(sign(domain, type)), 'refuse')).toStrictEqual(['accountControl'])
    expect(codesOf(await describeOffline(sign({ verifyingContract: other }, 'Order')), 'refuse')).toStrictEqual([])
  })

  test('error: the description and the operation differ', async () => {
    const description = await describeCalls([pay, call])
    const [first, second] = description.parts
    const swapped = { ...description, parts: [second, first] as Description[] }
    await expect(verifySigned({ description: swapped, signed: '0x' })).rejects.toMatchObject({
      code: 'signature_invalid',
    })
    const fewer = { ...description, parts: [first] as Description[] }
    await expect(verifySigned({ description: fewer, signed: '0x' })).rejects.toMatchObject({
      code: 'signature_invalid',
    })
    const other = { ...description, raw: description.raw.replace('0x12345678', '0x87654321') }
    await expect(verifySigned({ description: other, signed: '0x' })).rejects.toMatchObject({
      code: 'signature_invalid',
    })
  })
})
