import { finalizePsbt, signMessage, signPsbt, toHex } from '@latchkey/bitcoin'
import { bitcoinNetworks } from '@latchkey/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChainReader, Description } from '../Description.ts'
import {
  describeBitcoin,
  gatewayOf,
  ordinal,
  payment,
  psbtOf,
  type Spent,
  walletOf,
} from '../testing/bitcoinBuilder.ts'
import { codesOf } from '../testing/solanaBuilder.ts'
import { readBitcoinPayload } from './readBitcoinPayload.ts'
import { verifyBitcoinSigned } from './verifyBitcoinSigned.ts'

const chainId = bitcoinNetworks.regtest
const [ben, eve] = [walletOf('ben'), walletOf('eve')]
const known = [{ address: ben.address, kind: 'history' as const }]
const invalid = expect.objectContaining({ code: 'signature_invalid' })
const own: Spent = { wallet: payment }
const toBen = { script: ben.script, value: 60_000n }
const change = { script: payment.script, value: 39_000n }

async function say(
  made: { inputs: readonly Spent[]; outputs: readonly { script: Uint8Array; value: bigint }[]; lockTime?: number },
  {
    sign = made.inputs.map((_, index) => ({ index, address: payment.address })),
    answers = {},
    known: isKnown = true,
  }: {
    sign?: readonly { index: number; address: string; sighashTypes?: number[] }[]
    answers?: { spent?: boolean | 'waiting'; feerate?: number }
    known?: boolean
  } = {},
): Promise<Description> {
  const { psbt, funding } = psbtOf(made)
  const params = { account: payment.address, psbt, signInputs: sign, broadcast: false }
  const ask: ChainReader = isKnown ? gatewayOf(funding, answers) : async () => Promise.reject(new Error('offline'))
  return describeBitcoin({ params, ask, knownAddresses: known })
}

function signedOf(description: Description, wallets = [payment, ordinal]): string {
  const payload = readBitcoinPayload({ description })
  if (payload.kind !== 'bitcoinPsbt') throw new Error('another payload')
  return signPsbt({ psbt: payload.psbt, keys: wallets, inputs: payload.inputs, chainId })
}

describe('a payment', () => {
  test('default: receivers, change and cost; signed and compared with the description', async () => {
    const described = await say({ inputs: [own], outputs: [toBen, change] })
    expect(described).toMatchObject({
      intent: 'send',
      findings: [],
      target: { address: ben.address, notice: { kind: 'known' } },
      balanceChanges: [{ direction: 'out', amount: 60_000n, amountText: '0.0006' }],
      fee: { cost: 1_000n, costText: '0.00001', rateText: '7.1' },
      family: {
        coins: {
          inputs: [{ owner: 'payment', amount: 100_000n, isSigned: true, sighash: null }],
          outputs: [{ kind: 'receiver' }, { kind: 'change', amount: 39_000n }],
        },
      },
    })
    expect(structuredClone(described)).toStrictEqual(described)
    verifyBitcoinSigned({ description: described, signed: { psbt: signedOf(described) } })
    const unsigned = readBitcoinPayload({ description: described })
    if (unsigned.kind !== 'bitcoinPsbt') throw new Error('another payload')
    expect(() => verifyBitcoinSigned({ description: described, signed: { psbt: unsigned.psbt } })).toThrow(invalid)
  })

  test('behavior: only provably own outputs are change', async () => {
    const twin = await say({ inputs: [own], outputs: [toBen, { script: eve.script, value: 39_000n }] })
    expect(twin.family?.coins?.outputs.map(({ kind }) => kind)).toEqual(['receiver', 'receiver'])
    expect(twin.balanceChanges).toMatchObject([{ amount: 99_000n }])
    expect(codesOf(twin)).toEqual(['firstTimeReceiver'])
    const self = await say({ inputs: [own], outputs: [{ script: ordinal.script, value: 99_000n }] })
    expect(self).toMatchObject({ intent: 'sendToSelf', balanceChanges: [], findings: [] })
  })

  test('behavior: several receivers, look-alikes, data, dust', async () => {
    const data = Uint8Array.of(0x6a, 2, 0x68, 0x69)
    const outputs = [
      toBen,
      { script: eve.script, value: 200n },
      { script: data, value: 0n },
      { script: change.script, value: 38_000n },
    ]
    const described = await say({ inputs: [own], outputs })
    expect(codesOf(described, 'warn')).toEqual(['dustOutput', 'firstTimeReceiver'])
    expect(codesOf(described, 'note')).toEqual(['dataOutput'])
    const alike = `${ben.address.slice(0, 10)}${'q'.repeat(ben.address.length - 14)}${ben.address.slice(-4)}`
    const twin = await describeBitcoin({
      params: { account: payment.address, ...psbtOf({ inputs: [own], outputs: [toBen] }), signInputs: [] },
      knownAddresses: [{ address: alike, kind: 'contact' }],
    })
    // The PSBT's helper adds a parameter, and unknown ones are refused.
    expect(codesOf(twin)).toEqual(['malformed'])
    const { psbt, funding } = psbtOf({ inputs: [own], outputs: [toBen, change] })
    const seen = await describeBitcoin({
      params: { account: payment.address, psbt, signInputs: [{ index: 0, address: payment.address }] },
      ...{ ask: gatewayOf(funding), knownAddresses: [{ address: alike, kind: 'contact' }] },
    })
    expect(codesOf(seen, 'warn')).toEqual(['lookAlikeReceiver'])
  })

  test('behavior: the fee: too high by its rate, or compared to the payment', async () => {
    const rate = await say({ inputs: [own], outputs: [toBen, { script: change.script, value: 30_000n }] })
    expect(codesOf(rate, 'warn')).toEqual(['highFee'])
    // A tenth of the amount is high, whatever the network's rate; a little less is not, nor is a negligible amount.
    const pay = (value: bigint, amount: bigint, cost: bigint, feerate = 5_000) =>
      say(
        {
          inputs: [{ wallet: payment, value }],
          outputs: [
            { script: ben.script, value: amount },
            { script: change.script, value: value - amount - cost },
          ],
        },
        { answers: { feerate } },
      ).then((described) => codesOf(described, 'warn'))
    expect(await pay(200_000n, 100_000n, 9_999n)).toEqual([])
    expect(await pay(200_000n, 100_000n, 10_000n)).toEqual(['highFee'])
    expect(await pay(200_000n, 3_000n, 2_000n)).toEqual([])
    // 500 satoshis for each of about 141 virtual bytes.
    expect(await pay(10_000_000n, 5_000_000n, 69_000n)).toEqual([])
    expect(await pay(10_000_000n, 5_000_000n, 72_000n)).toEqual(['highFee'])
    expect(await pay(10_000_000n, 5_000_000n, 4_000n, 1)).toEqual(['highFee'])
    expect(codesOf(await say({ inputs: [own], outputs: [{ script: ben.script, value: 100_001n }] }), 'refuse')).toEqual(
      ['malformed'],
    )
  })

  test('behavior: coins of the address for collectibles, spent coins, a later time', async () => {
    const described = await say(
      { inputs: [{ wallet: ordinal }], outputs: [toBen, change], lockTime: 900 },
      { sign: [{ index: 0, address: ordinal.address }], answers: { spent: true } },
    )
    expect(codesOf(described)).toEqual(['inputSpent', 'lockedUntil', 'ordinalInput'])
    const again = await say({ inputs: [own], outputs: [toBen, change] }, { answers: { spent: 'waiting' } })
    expect(again.findings).toEqual([{ level: 'note', code: 'nonceGiven', values: {} }])
    verifyBitcoinSigned({ description: described, signed: { psbt: signedOf(described) } })
  })
})

describe('deceptive requests', () => {
  test('error: an amount that differs from the chain’s, with which the rest would become a fee', async () => {
    const lying: Spent = { wallet: payment, value: 5_000_000n, claims: 100_000n }
    expect(codesOf(await say({ inputs: [lying, own], outputs: [toBen, change] }), 'refuse')).toEqual(['inputFalse'])
  })

  test('error: an own coin that is unproven, or without an amount', async () => {
    expect(codesOf(await say({ inputs: [own, own], outputs: [toBen] }, { known: false }), 'refuse')).toEqual([
      'inputUnknown',
    ])
    const silent: Spent = { wallet: payment, claims: null }
    expect(codesOf(await say({ inputs: [silent], outputs: [toBen] }), 'refuse')).toEqual(['inputUnknown'])
  })

  test.each([
    [2, 'refuse', 'sighashNone'],
    [0x82, 'refuse', 'sighashNone'],
    [0x81, 'warn', 'sighashOpen'],
    [3, 'warn', 'sighashOpen'],
    [0x83, 'warn', 'sighashOpen'],
  ] as const)('error: a signature of type %i', async (sighash, level, code) => {
    const described = await say({ inputs: [{ ...own, sighash }], outputs: [toBen, change] })
    expect(codesOf(described, level)).toContain(code)
    expect(described.intent).toBe('signPart')
    if (level === 'refuse') return expect(described.family?.payload).toBeNull()
    verifyBitcoinSigned({ description: described, signed: { psbt: signedOf(described) } })
    // The visitor cannot rely on change that the signature does not cover.
    if (sighash !== 0x81) expect(described.balanceChanges).toMatchObject([{ direction: 'out', amount: 100_000n }])
  })

  test.each([3, 0x83])('error: pairs of type %i, of which anyone can complete a single one', async (sighash) => {
    const pairs = (...amounts: readonly (readonly [input: bigint, output: bigint])[]) =>
      say({
        inputs: amounts.map(([value]) => ({ wallet: payment, value, sighash })),
        outputs: amounts.map(([, value]) => ({ script: payment.script, value })),
      })
    const lost = await pairs([1_000_000_000n, 1_000n], [1_000n, 1_000_000_001n])
    expect(lost.balanceChanges).toMatchObject([{ direction: 'out', amount: 999_999_000n }])
    const both = await pairs([5_000n, 1_000n], [5_000n, 2_000n], [1_000n, 90_000n])
    expect(both.balanceChanges).toMatchObject([{ direction: 'out', amount: 7_000n }])
    const sold = await pairs([1_000n, 50_000n], [1_000n, 3_000n])
    expect(sold.balanceChanges).toMatchObject([{ direction: 'in', amount: 2_000n }])
    // The value of a foreign output is not the visitor's gain.
    const paid = await say({
      inputs: [own, own].map((one) => ({ ...one, sighash })),
      outputs: [toBen, { script: payment.script, value: 100_000n }],
    })
    expect(paid.balanceChanges).toMatchObject([{ direction: 'out', amount: 100_000n }])
  })

  test('error: SINGLE without a matching output, types that were not named, foreign inputs', async () => {
    const single: Spent = { ...own, sighash: 3 }
    const lone = await say({ inputs: [own, single], outputs: [toBen] })
    expect(codesOf(lone, 'refuse')).toEqual(['sighashNone'])
    const sign = [{ index: 0, address: payment.address, sighashTypes: [1] }]
    const open = await say({ inputs: [{ ...own, sighash: 0x81 }], outputs: [toBen] }, { sign })
    expect(codesOf(open, 'refuse')).toEqual(['malformed'])
    const foreign = await say({ inputs: [{ wallet: eve }], outputs: [toBen] })
    expect(codesOf(foreign, 'refuse')).toEqual(['accountMismatch'])
    const beyond = await say({ inputs: [own], outputs: [toBen] }, { sign: [{ index: 3, address: payment.address }] })
    expect(codesOf(beyond, 'refuse')).toEqual(['malformed'])
  })

  test('behavior: coins of others: their owners, and an unknown fee', async () => {
    const sign = [{ index: 0, address: payment.address }]
    const outputs = [toBen, { script: ordinal.script, value: 90_000n }]
    const shared = await say({ inputs: [own, { wallet: eve }], outputs }, { sign })
    expect(shared).toMatchObject({ intent: 'signPart', balanceChanges: [{ direction: 'out', amount: 10_000n }] })
    expect(shared.family?.coins?.inputs.map(({ owner }) => owner)).toEqual(['payment', 'other'])
    const { psbt, funding } = psbtOf({ inputs: [own, { wallet: eve, claims: null }], outputs })
    const blind = await describeBitcoin({
      params: { account: payment.address, psbt, signInputs: sign },
      ...{ ask: gatewayOf(funding.slice(0, 1)), knownAddresses: known },
    })
    expect(codesOf(blind, 'warn')).toEqual(['feeUnknown'])
    expect(blind.fee).toBeNull()
    const sent = await describeBitcoin({
      params: { account: payment.address, psbt, signInputs: sign, broadcast: true },
      ...{ ask: gatewayOf(funding), knownAddresses: known },
    })
    expect(codesOf(sent, 'refuse')).toEqual(['signersMissing'])
  })
})

describe('sendTransfer', () => {
  const coins = psbtOf({ inputs: [own, own, own], outputs: [toBen] }).funding
  const transfer = (more: Record<string, unknown>, ask: ChainReader = gatewayOf(coins)) =>
    describeBitcoin({
      method: 'sendTransfer',
      params: { account: payment.address, recipientAddress: ben.address, amount: '150000', ...more },
      ...{ ask, knownAddresses: known },
    })

  test('default: the wallet builds the payment: the exact amount, change to itself, coins with their proof', async () => {
    const described = await transfer({})
    expect(described).toMatchObject({ intent: 'send', findings: [], balanceChanges: [{ amount: 150_000n }] })
    expect(described.family?.coins?.outputs.map(({ kind }) => kind).sort()).toEqual(['change', 'receiver'])
    const payload = readBitcoinPayload({ description: described })
    expect(payload).toMatchObject({ kind: 'bitcoinPsbt', broadcast: true })
    verifyBitcoinSigned({ description: described, signed: { psbt: signedOf(described) } })
    // Another payment does not match the request.
    const other = await transfer({ recipientAddress: eve.address })
    const swapped = { ...described, family: other.family }
    expect(() => readBitcoinPayload({ description: swapped })).toThrow(
      expect.objectContaining({ code: 'request_refused' }),
    )
  })

  test('error: impossible payments', async () => {
    expect(codesOf(await transfer({ amount: '900000' }))).toEqual(['insufficientFunds'])
    expect(codesOf(await transfer({ amount: '10' }))).toEqual(['dustOutput'])
    expect(codesOf(await transfer({ changeAddress: eve.address }))).toEqual(['accountMismatch'])
    expect(codesOf(await transfer({ memo: 'hi' }))).toEqual(['malformed'])
    expect(codesOf(await transfer({ recipientAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }))).toEqual([
      'malformed',
    ])
    expect(codesOf(await transfer({}, async () => Promise.reject(new Error('offline'))))).toEqual(['inputUnknown'])
  })
})

describe('messages', () => {
  const say = (message: string, more: Record<string, unknown> = {}) =>
    describeBitcoin({ method: 'signMessage', params: { account: payment.address, message, ...more } })

  test('default: a text, complete; both forms and addresses', async () => {
    for (const [wallet, protocol] of [
      [payment, 'ecdsa'],
      [payment, 'bip322'],
      [ordinal, 'bip322'],
    ] as const) {
      const { address, privateKey } = wallet
      const described = await say('Hello\nworld', { address, protocol })
      expect(described).toMatchObject({ intent: 'signMessage', message: 'Hello\nworld', findings: [] })
      const { signature } = signMessage({ message: 'Hello\nworld', address, privateKey, chainId, protocol })
      verifyBitcoinSigned({ description: described, signed: { signature: toHex(signature) } })
      for (const wrong of ['', 'zz', toHex(signature.with(20, (signature[20] ?? 0) ^ 1))])
        expect(() => verifyBitcoinSigned({ description: described, signed: { signature: wrong } })).toThrow(invalid)
    }
  })

  test('error: threat 22: another site, another account, a form that the address does not support', async () => {
    const signIn = (domain: string, address: string) =>
      `${domain} wants you to sign in with your Bitcoin account:\n${address}`
    expect(await say(signIn('app.example', payment.address))).toMatchObject({ intent: 'signIn', findings: [] })
    expect(codesOf(await say(signIn('bank.example', payment.address)))).toEqual(['domainMismatch'])
    expect(codesOf(await say(signIn('app.example', eve.address)))).toEqual(['accountMismatch'])
    expect(codesOf(await say('Hello', { address: eve.address }))).toEqual(['accountMismatch'])
    expect(codesOf(await say('Hello', { address: ordinal.address, protocol: 'ecdsa' }))).toEqual(['malformed'])
  })
})

describe('any request', () => {
  test('behavior: threat 21: it never throws, and returns nothing to sign if it refuses', async () => {
    const { psbt } = psbtOf({ inputs: [own], outputs: [toBen, change] })
    const bytes = Buffer.from(psbt, 'base64')
    const spoiled = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)).map(([at, byte]) => {
      const copy = Buffer.from(bytes)
      copy[at] = byte
      return copy.toString('base64')
    })
    const input = fc.record({
      index: fc.oneof(fc.nat(2), fc.anything()),
      address: fc.constantFrom(payment.address, 'x'),
    })
    const params = fc.oneof(
      fc.anything(),
      fc.record({
        account: fc.constant(payment.address),
        psbt: spoiled,
        signInputs: fc.array(input, { maxLength: 2 }),
      }),
      fc.record({ account: fc.constant(payment.address), recipientAddress: fc.string(), amount: fc.string() }),
      fc.record({ account: fc.constant(payment.address), message: fc.string({ unit: 'binary' }) }),
    )
    const method = fc.constantFrom('signPsbt', 'sendTransfer', 'signMessage', 'x')
    await fc.assert(
      fc.asyncProperty(method, params, fc.infiniteStream(fc.anything()), async (asked, given, answers) => {
        const described = await describeBitcoin({ method: asked, params: given, ask: async () => answers.next().value })
        expect(structuredClone(described)).toStrictEqual(described)
        const read = () => readBitcoinPayload({ description: described })
        if (codesOf(described, 'refuse').length === 0) expect(read).not.toThrow()
        else expect(read).toThrow(expect.objectContaining({ code: 'request_refused' }))
      }),
      { numRuns: 150 },
    )
  }, 30_000)

  test('behavior: threat 23: detects any byte that differs from the shown transaction', async () => {
    const described = await say({ inputs: [own], outputs: [toBen, change] })
    const signed = Buffer.from(signedOf(described), 'base64')
    const whole = finalizePsbt({ psbt: signedOf(described) }).hex
    await fc.assert(
      fc.property(fc.nat(signed.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const copy = Buffer.from(signed)
        copy[at] = (copy[at] ?? 0) ^ flip
        const psbt = copy.toString('base64')
        try {
          verifyBitcoinSigned({ description: described, signed: { psbt } })
        } catch (error) {
          expect(error).toEqual(invalid)
          return
        }
        // A change that passes is metadata: the broadcast transaction is the same.
        expect(finalizePsbt({ psbt }).hex).toBe(whole)
      }),
      { numRuns: 100 },
    )
  }, 30_000)
})
