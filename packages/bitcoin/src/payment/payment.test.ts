import { bitcoinNetworks } from '@latchkey/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../scripts/lib/fuzz.mjs'
import type { Coin } from '../coins/Coin.ts'
import { feeOf } from '../coins/fee.ts'
import { nameOf, selectCoins, sumOf } from '../coins/selectCoins.ts'
import type { KeyAddressType } from '../keys/keyScripts.ts'
import { readPsbt } from '../psbt/readPsbt.ts'
import { coinOf, senderOf, signPayment, types } from '../testing/sender.ts'
import { testWallet } from '../testing/wallet.ts'
import { readTransaction } from '../transaction/readTransaction.ts'
import { dustLimit } from '../transaction/size.ts'
import { assertPayment } from './assertPayment.ts'
import { buildPayment } from './buildPayment.ts'
import type { Payment } from './Payment.ts'
import { cancelPayment, replacePayment } from './replacePayment.ts'

const chainId = bitcoinNetworks.regtest
const receivers = types.map((type) => testWallet('receiver', type))

const anyCoins = (kinds: readonly KeyAddressType[]) =>
  fc
    .array(
      fc.record({
        value: fc.oneof(fc.bigInt({ min: 200n, max: 5_000n }), fc.bigInt({ min: 5_000n, max: 5_000_000n })),
        type: fc.constantFrom(...kinds),
        state: fc.constantFrom('confirmed', 'confirmed', 'change', 'foreign'),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((coins) =>
      coins.map(({ value, type, state }, index) =>
        coinOf({
          value,
          type,
          seed: index,
          height: state === 'confirmed' ? 100 : null,
          isOwnChange: state === 'change',
        }),
      ),
    )

const cases = (kinds: readonly KeyAddressType[]) =>
  fc.record({
    coins: anyCoins(kinds),
    kind: fc.constantFrom(...kinds),
    receiver: fc.constantFrom(...receivers),
    amount: fc.oneof(fc.constant('max' as const), fc.bigInt({ min: 1n, max: 6_000_000n })),
    feeRate: fc.bigInt({ min: 1_000n, max: 120_000n }),
    lockTime: fc.nat(1_000_000),
  })

/** Invariants of every built payment. */
function expectSound(payment: Payment, coins: readonly Coin[], feeRate: bigint): void {
  const { inputs, outputs, fee, vsize } = payment
  expect(sumOf(inputs)).toBe(sumOf(outputs) + fee)
  expect(new Set(inputs.map(nameOf)).size).toBe(inputs.length)
  for (const coin of inputs) {
    expect(coins).toContainEqual(coin)
    expect(coin.height !== null || coin.isOwnChange).toBe(true)
  }
  for (const { script, value } of outputs) expect(value).toBeGreaterThanOrEqual(dustLimit(script))
  const asked = feeOf({ feeRate, vsize })
  expect(fee).toBeGreaterThanOrEqual(asked)
  // The excess over the requested fee is at most a rest too small for change.
  const change = outputs.some(({ isChange }) => isChange)
  expect(fee - asked).toBeLessThanOrEqual(change ? 0n : feeOf({ feeRate, vsize: 200 }) + 600n)
}

describe('buildPayment', () => {
  it('the signed bytes contain the payment, for any coins, amounts and rates', () => {
    let built = 0
    let signedOnes = 0
    fc.assert(
      fc.property(cases(types), ({ coins, kind, receiver, amount, feeRate, lockTime }) => {
        const changeAddress = senderOf(kind).address
        const parameters = { coins, receiver: receiver.address, amount, changeAddress, feeRate, chainId, lockTime }
        let result: ReturnType<typeof buildPayment>
        try {
          result = buildPayment(parameters)
        } catch (error) {
          const { code } = error as { code: string }
          expect(['insufficient_balance', 'insufficient_gas', 'amount_dust']).toContain(code)
          if (code === 'amount_dust') expect(amount).toBeLessThan(dustLimit(receiver.script))
          return
        }
        built++
        const { psbt, payment } = result
        expect(buildPayment(parameters).psbt).toBe(psbt)
        expectSound(payment, coins, feeRate)
        const paid = payment.outputs.filter(({ isChange }) => !isChange)
        expect(paid).toHaveLength(1)
        expect(paid[0]).toMatchObject({ address: receiver.address, ...(amount === 'max' ? {} : { value: amount }) })
        assertPayment({ payment, psbt })
        const unsigned = readPsbt({ psbt, chainId })
        expect(unsigned).toMatchObject({ fee: payment.fee, vsize: payment.vsize, isReplaceable: true, lockTime })
        expect(unsigned.findings).toEqual([])
        // Signing is slow, so only some are signed.
        if (built % 5 !== 1) return
        signedOnes++
        const signed = signPayment(psbt, payment)
        assertPayment({ payment, psbt: signed.psbt })
        assertPayment({ payment, hex: signed.hex })
        // A signature may be a byte shorter, never longer.
        expect(signed.vsize).toBeLessThanOrEqual(payment.vsize)
        expect(payment.vsize - signed.vsize).toBeLessThanOrEqual(payment.inputs.length)
        const read = readTransaction({ hex: signed.hex, chainId })
        expect(read.outputs.map(({ address, value }) => ({ address, value }))).toEqual(
          payment.outputs.map(({ address, value }) => ({ address, value })),
        )
        expect(read.inputs.map(nameOf)).toEqual(payment.inputs.map(nameOf))
      }),
      { numRuns: runs({ fast: 40, full: 150 }) },
    )
    expect(built).toBeGreaterThan(20)
    expect(signedOnes).toBeGreaterThan(4)
  }, 60_000)

  it('uses its own unconfirmed change only if confirmed coins do not suffice, and no foreign unconfirmed coins', () => {
    const confirmed = coinOf({ value: 50_000n, seed: 1 })
    const change = coinOf({ value: 90_000n, seed: 2, height: null, isOwnChange: true })
    const foreign = coinOf({ value: 900_000n, seed: 3, height: null })
    const build = (amount: bigint) =>
      buildPayment({
        coins: [foreign, change, confirmed],
        receiver: receivers[0]?.address as string,
        amount,
        changeAddress: senderOf('p2wpkh').address,
        feeRate: 1_000n,
        chainId,
      }).payment.inputs
    expect(build(20_000n)).toEqual([confirmed])
    expect(new Set(build(100_000n))).toEqual(new Set([confirmed, change]))
    expect(() => build(200_000n)).toThrow(expect.objectContaining({ code: 'insufficient_balance' }))
    expect(() => build(139_999n)).toThrow(expect.objectContaining({ code: 'insufficient_gas' }))
  })

  it('finds a set without change if there is one', () => {
    const coins = [7_000n, 11_000n, 23_000n, 41_000n].map((value, seed) => coinOf({ value, seed }))
    const { script } = senderOf('p2wpkh')
    // Two inputs, one output: 178 vB at 1 sat/vB.
    const selection = selectCoins({
      coins,
      target: 34_000n - 178n,
      outputs: [script],
      changeScript: script,
      feeRate: 1_000n,
    })
    expect(selection).toMatchObject({ change: 0n, fee: 178n, vsize: 178 })
    expect(selection?.coins.map(({ value }) => value)).toEqual([23_000n, 11_000n])
  })

  it('refuses addresses of other networks', () => {
    const build = () =>
      buildPayment({
        coins: [coinOf({ value: 50_000n, seed: 1 })],
        receiver: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        amount: 20_000n,
        changeAddress: senderOf('p2wpkh').address,
        feeRate: 1_000n,
        chainId,
      })
    expect(build).toThrow(expect.objectContaining({ code: 'invalid_receiver' }))
  })
})

describe('replacements', () => {
  it('exceed the original by the nodes’ minimum, with the same coins and receiver; a cancellation pays only its owner', () => {
    let replaced = 0
    let canceled = 0
    fc.assert(
      fc.property(
        cases(['p2wpkh', 'p2tr']),
        fc.bigInt({ min: 1n, max: 200_000n }),
        fc.boolean(),
        ({ coins, receiver, amount, feeRate }, nextRate, cancels) => {
          const changeAddress = senderOf('p2wpkh').address
          let first: Payment
          try {
            first = buildPayment({ coins, receiver: receiver.address, amount, changeAddress, feeRate, chainId }).payment
          } catch {
            return
          }
          const build = cancels ? cancelPayment : replacePayment
          let second: ReturnType<typeof build>
          try {
            second = build({ payment: first, coins, changeAddress, feeRate: nextRate })
          } catch (error) {
            expect(error).toMatchObject({ code: 'insufficient_gas' })
            return
          }
          cancels ? canceled++ : replaced++
          const { payment, psbt } = second
          expect(sumOf(payment.inputs)).toBe(sumOf(payment.outputs) + payment.fee)
          for (const coin of first.inputs) expect(payment.inputs).toContainEqual(coin)
          for (const coin of payment.inputs)
            expect(coin.height !== null || first.inputs.some((one) => nameOf(one) === nameOf(coin))).toBe(true)
          // BIP-125, rules 3 and 4, and the rate that Bitcoin Core compares.
          expect(payment.fee).toBeGreaterThanOrEqual(first.fee + BigInt(payment.vsize))
          expect(payment.fee * BigInt(first.vsize)).toBeGreaterThanOrEqual(
            (first.fee + BigInt(first.vsize)) * BigInt(payment.vsize),
          )
          expect(payment.fee).toBeGreaterThanOrEqual(feeOf({ feeRate: nextRate, vsize: payment.vsize }))
          for (const { script, value } of payment.outputs) expect(value).toBeGreaterThanOrEqual(dustLimit(script))
          const paid = (one: Payment) => one.outputs.filter(({ isChange }) => !isChange)
          if (cancels) {
            expect(payment.outputs.map(({ address }) => address)).toEqual([changeAddress])
          } else expect(paid(payment)).toEqual(paid(first))
          assertPayment({ payment, psbt })
        },
      ),
      { numRuns: runs({ fast: 60, full: 200 }) },
    )
    expect(replaced).toBeGreaterThan(5)
    expect(canceled).toBeGreaterThan(5)
  }, 60_000)
})
