import fc from 'fast-check'
import { encodeFunctionData, parseAbi, type TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { Description } from '../Description.ts'
import { calmNode } from '../testing/calmNode.ts'
import { account, describeOffline, privateKey } from '../testing/requests.ts'
import { encodeMulticall, encodeRun, encodeSweep, itself } from '../testing/routerSwap.ts'
import { readSigningPayload } from './readSigningPayload.ts'
import { verifySigned } from './verifySigned.ts'

const signer = privateKeyToAccount(privateKey)
const stranger = privateKeyToAccount(`0x${'02'.repeat(32)}`)
const describeCalm = (method: string, params: unknown) => describeOffline({ method, params, read: calmNode })

/** Signs the payload of a description, as a wallet does. */
async function sign(description: Description, by = signer): Promise<`0x${string}`> {
  const payload = readSigningPayload({ description })
  if (payload.kind === 'operation') throw new Error('Nothing here is one')
  if (payload.kind !== 'transaction') return by.sign({ hash: payload.digest })
  const { type, gasPrice, maxFeePerGas, maxPriorityFeePerGas, ...transaction } = payload.transaction
  return type === 'legacy'
    ? by.signTransaction({ ...transaction, type, gasPrice: gasPrice ?? 0n })
    : by.signTransaction({
        ...{ ...transaction, type, maxFeePerGas: maxFeePerGas ?? 0n, maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n },
      })
}

function flipBit(hex: `0x${string}`, bit: number): `0x${string}` {
  const bytes = Buffer.from(hex.slice(2), 'hex')
  const index = Math.floor(bit / 8) % bytes.length
  bytes[index] = (bytes[index] ?? 0) ^ (1 << (bit % 8))
  return `0x${bytes.toString('hex')}`
}

const amount = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })
const small = fc.bigInt({ min: 0n, max: 1n << 60n })
const addressOf = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as const)
const abi = parseAbi([
  'function transfer(address,uint256)',
  'function approve(address,uint256)',
  'function transferFrom(address,address,uint256)',
  'function safeTransferFrom(address,address,uint256,bytes)',
  'function setApprovalForAll(address,bool)',
  'function multicall(bytes[])',
])
const blob = fc.uint8Array({ maxLength: 80 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as const)
const run = fc.record({
  ...{ kind: fc.constantFrom('v2' as const, 'v3' as const), amountIn: amount, minimum: amount },
  tokens: fc.array(addressOf, { minLength: 2, maxLength: 3 }),
  receiver: fc.constantFrom(itself, account),
})
const data = fc.oneof(
  fc
    .tuple(fc.array(run, { minLength: 1, maxLength: 2 }), addressOf, amount)
    .map(([runs, token, minimum]) =>
      encodeMulticall([...runs.map(encodeRun), encodeSweep({ token, minimum, receiver: account })]),
    ),
  fc.constant('0x' as const),
  blob,
  fc.tuple(addressOf, amount).map((args) => encodeFunctionData({ abi, functionName: 'transfer', args })),
  fc.tuple(addressOf, amount).map((args) => encodeFunctionData({ abi, functionName: 'approve', args })),
  fc.tuple(addressOf, addressOf, amount).map((args) => encodeFunctionData({ abi, functionName: 'transferFrom', args })),
  fc
    .tuple(addressOf, addressOf, amount, blob)
    .map((args) => encodeFunctionData({ abi, functionName: 'safeTransferFrom', args })),
  fc.tuple(addressOf, fc.boolean()).map((args) => encodeFunctionData({ abi, functionName: 'setApprovalForAll', args })),
  fc
    .array(fc.tuple(addressOf, amount), { maxLength: 3 })
    .map((calls) => calls.map((args) => encodeFunctionData({ abi, functionName: 'approve', args })))
    .map((calls) => encodeFunctionData({ abi, functionName: 'multicall', args: [calls] })),
)
const hex = (value: bigint) => `0x${value.toString(16)}`
const prices = fc.oneof(
  fc.constant({}),
  fc.constant({ type: '0x0' }),
  small.map((gasPrice) => ({ gasPrice: hex(gasPrice) })),
  fc.tuple(small, small).map(([tip, rest]) => ({ maxPriorityFeePerGas: hex(tip), maxFeePerGas: hex(tip + rest) })),
)
const transaction = fc
  .record({
    to: addressOf,
    data,
    value: fc.oneof(fc.constant(0n), amount),
    prices,
    nonce: fc.option(fc.nat()),
    gas: fc.option(small),
  })
  .map(({ value, prices: given, nonce, gas, ...call }) => ({
    ...{ ...call, value: hex(value), ...given },
    ...(nonce === null ? {} : { nonce: hex(BigInt(nonce)) }),
    ...(gas === null ? {} : { gas: hex(gas) }),
  }))

describe('T12: the shown request is the signed one', () => {
  test('behavior: transactions of every kind pass, and not one changed bit does', async () => {
    await fc.assert(
      fc.asyncProperty(transaction, fc.nat(), async (asked, bit) => {
        const description = await describeCalm('eth_sendTransaction', [asked])
        expect(description.transaction).toMatchObject({ to: expect.stringMatching(new RegExp(asked.to, 'i')) })
        const signed = await sign(description)
        await verifySigned({ description, signed })
        await expect(verifySigned({ description, signed: flipBit(signed, bit) })).rejects.toMatchObject({
          code: 'signature_invalid',
        })
      }),
      { numRuns: 150 },
    )
  }, 60_000)

  test('behavior: every bit of the fields counts, and every tested one of the signature', async () => {
    const to = '0x000000000022d473030f116ddee9f6b43ac78ba3'
    for (const price of [{}, { gasPrice: '0x77359400' }]) {
      const description = await describeCalm('eth_sendTransaction', [{ to, value: '0x1234', data: '0x', ...price }])
      const signed = await sign(description)
      await verifySigned({ description, signed })
      const bits = (signed.length - 2) * 4
      for (let bit = 0; bit < bits; bit += bit < bits - 540 ? 1 : 7)
        await expect(verifySigned({ description, signed: flipBit(signed, bit) })).rejects.toMatchObject({
          code: 'signature_invalid',
        })
    }
  }, 60_000)

  test('behavior: a new contract and each call of a batch pass', async () => {
    const created = await describeCalm('eth_sendTransaction', [{ data: '0x6080', value: '0x7' }])
    await verifySigned({ description: created, signed: await sign(created) })
    const calls = [
      { to: stranger.address, value: '0x1' },
      { to: stranger.address, data: '0x1234' },
    ]
    const batch = await describeCalm('wallet_sendCalls', [{ chainId: '0x1', calls }])
    const [first, second] = batch.parts
    if (!first || !second) throw new Error('No parts')
    await verifySigned({ description: first, signed: await sign(first) })
    await verifySigned({ description: second, signed: await sign(second) })
    await expect(verifySigned({ description: first, signed: await sign(second) })).rejects.toMatchObject({
      code: 'signature_invalid',
    })
    await expect(verifySigned({ description: batch, signed: await sign(first) })).rejects.toMatchObject({
      code: 'request_refused',
    })
  })

  test('behavior: messages and typed data pass, and not one changed bit does', async () => {
    const messages = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .map((text): [string, unknown] => ['personal_sign', [text, account]])
    const typed = fc.tuple(amount, fc.string({ unit: 'grapheme' })).map(([value, text]): [string, unknown] => [
      'eth_signTypedData_v4',
      [
        account,
        {
          types: {
            Only: [
              { name: 'value', type: 'uint256' },
              { name: 'text', type: 'string' },
            ],
          },
          primaryType: 'Only',
          domain: { name: 'Any', chainId: 1 },
          message: { value: value.toString(), text },
        },
      ],
    ])
    await fc.assert(
      fc.asyncProperty(fc.oneof(messages, typed), fc.nat(), async ([method, params], bit) => {
        const description = await describeCalm(method, params)
        const signed = await sign(description)
        await verifySigned({ description, signed })
        await expect(verifySigned({ description, signed: flipBit(signed, bit) })).rejects.toMatchObject({
          code: 'signature_invalid',
        })
      }),
      { numRuns: 60 },
    )
  }, 60_000)

  test('behavior: the signatures are those of other wallets', async () => {
    const message = await describeCalm('personal_sign', ['Grüße', account])
    await verifySigned({ description: message, signed: await signer.signMessage({ message: 'Grüße' }) })
    const bytes = await describeCalm('personal_sign', ['0x00ff', account])
    await verifySigned({ description: bytes, signed: await signer.signMessage({ message: { raw: '0x00ff' } }) })
    const data = {
      types: { Only: [{ name: 'value', type: 'string' }] },
      primaryType: 'Only',
      domain: { name: 'Any', chainId: 1 },
      message: { value: 'x' },
    }
    const typed = await describeCalm('eth_signTypedData_v4', [account, data])
    await verifySigned({ description: typed, signed: await signer.signTypedData(data as TypedDataDefinition) })
  })

  test('error: signatures of another account', async () => {
    for (const [method, params] of [
      ['eth_sendTransaction', [{ to: account, value: '0x1' }]],
      ['personal_sign', ['Hello', account]],
    ] as const) {
      const description = await describeCalm(method, params)
      const signed = await sign(description, stranger)
      await expect(verifySigned({ description, signed })).rejects.toMatchObject({ code: 'signature_invalid' })
    }
  })

  test('error: the second form of a signature', async () => {
    const description = await describeCalm('personal_sign', ['Hello', account])
    const signed = await sign(description)
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const s = (order - BigInt(`0x${signed.slice(66, 130)}`)).toString(16).padStart(64, '0')
    const v = signed.endsWith('1b') ? '1c' : '1b'
    const second = `${signed.slice(0, 66)}${s}${v}` as `0x${string}`
    await expect(verifySigned({ description, signed: second })).rejects.toMatchObject({ code: 'signature_invalid' })
  })

  test('error: a screen that differs from its transaction', async () => {
    const description = await describeCalm('eth_sendTransaction', [
      {
        to: stranger.address,
        value: '0x5',
        data: encodeFunctionData({ abi, functionName: 'approve', args: [account, 7n] }),
      },
    ])
    const signed = await sign(description)
    await verifySigned({ description, signed })
    const [paid, spender, amountField] = description.fields
    if (!paid || !spender || !amountField || amountField.value.kind !== 'amount' || !description.fee) throw new Error()
    const lies: Partial<Description>[] = [
      { target: null },
      { target: { address: account, name: null, notice: null } },
      { signature: 'transfer(address,uint256)' },
      { signature: null },
      { fields: [spender, amountField] },
      { fields: [paid, amountField, spender] },
      { fields: [paid, spender, { ...amountField, value: { ...amountField.value, amount: 8n } }] },
      { fields: [paid, spender] },
      { fee: null },
      { fee: { ...description.fee, gas: 1n } },
    ]
    for (const lie of lies)
      await expect(verifySigned({ description: { ...description, ...lie }, signed })).rejects.toMatchObject({
        code: 'signature_invalid',
      })
  })

  test('error: a refused request is not signed', async () => {
    const refused = await describeCalm('eth_sign', [account, '0x'])
    expect(() => readSigningPayload({ description: refused })).toThrow()
    await expect(verifySigned({ description: refused, signed: '0x' })).rejects.toMatchObject({
      code: 'request_refused',
    })
  })
})
