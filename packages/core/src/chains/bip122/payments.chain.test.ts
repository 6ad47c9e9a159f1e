import { join } from 'node:path'
import {
  addressOfKey,
  buildPayment,
  type Coin,
  cancelPayment,
  fromHex,
  type KeyAddressType,
  type Payment,
  planPayment,
  replacePayment,
  signPsbt,
  writePsbt,
} from '@latchkey/bitcoin'
import { type LocalBitcoin, startBitcoin } from '@latchkey/devnet/bitcoin'
import { bitcoinNetworks, type LatchkeyError } from '@latchkey/protocol'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GatewayClient } from '../../http/createGatewayClient.ts'
import { type PaymentAccount, readPaymentAccount } from './PaymentAccount.ts'
import { readPlan } from './paymentPlan.ts'
import { proveCoins } from './proveCoins.ts'
import { toSigned } from './toSigned.ts'

const chainId = bitcoinNetworks.regtest
const types = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh'] as const satisfies readonly KeyAddressType[]

let bitcoin: LocalBitcoin
beforeAll(async () => {
  bitcoin = await startBitcoin({ bakeFolder: join(process.cwd(), '.latchkey', 'test-bake') })
}, 120_000)
afterAll(() => bitcoin?.stop())

const get = async (path: string, init?: RequestInit) => {
  const response = await fetch(`${bitcoin.esploraUrl}${path}`, init)
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}
/** The only request of `proveCoins`. */
const gateway: GatewayClient = { request: async (_, [txid] = []) => get(`/tx/${txid}/hex`) }

const keyOf = (index: number) => {
  const person = bitcoin.accounts[index]
  if (!person) throw new Error(`Nobody is ${index}`)
  const { privateKey, publicKey } = person.payment
  return { privateKey: fromHex(privateKey), publicKey }
}
const accountOf = (index: number, type: KeyAddressType) => {
  const { publicKey } = keyOf(index)
  const address = addressOfKey({ publicKey: fromHex(publicKey), type, chainId })
  return readPaymentAccount({ address, publicKey, chainId }) as PaymentAccount
}
/** Creates new coins of these amounts, in a block. */
async function fund(account: PaymentAccount, values: readonly bigint[]): Promise<Coin[]> {
  const ids: string[] = []
  for (const value of values) ids.push(await bitcoin.fund({ address: account.address, value: Number(value) }))
  await bitcoin.mine()
  const rows = JSON.parse(await get(`/address/${account.address}/utxo`)) as {
    txid: string
    vout: number
    value: number
  }[]
  return rows
    .filter(({ txid }) => ids.includes(txid))
    .map(({ txid, vout, value }) => ({ ...account, txid, vout, value: BigInt(value), height: 1 }))
}
const sign = (payment: Payment, psbt: string) => {
  const { privateKey } = keyOf(0)
  const inputs = payment.inputs.map(({ address, type }, index) => ({
    index,
    address,
    sighash: type === 'p2tr' ? 0 : 1,
  }))
  const keys = [...new Set(payment.inputs.map(({ address }) => address))].map((address) => ({ address, privateKey }))
  return toSigned({ payment, psbt, signed: signPsbt({ psbt, keys, inputs, chainId }) })
}
const broadcast = (raw: string) => get('/tx', { method: 'POST', body: raw })

/** A payment with enough left for a higher fee. */
const replaceable = {
  ...({ type: 'p2wpkh', to: 'p2tr', share: 10n, feeRate: 2_000n } as const),
  values: [800_000n, 700_000n],
}

test('a node accepts payments from any type of address as previewed, and their replacements', async () => {
  let replaced = 0
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        type: fc.constantFrom(...types),
        to: fc.constantFrom(...types),
        values: fc.array(fc.bigInt({ min: 20_000n, max: 900_000n }), { minLength: 1, maxLength: 3 }),
        share: fc.oneof(fc.constant('max' as const), fc.bigInt({ min: 2n, max: 90n })),
        feeRate: fc.bigInt({ min: 1_000n, max: 40_000n }),
        kind: fc.constantFrom('none', 'speedUp', 'cancel'),
      }),
      async ({ type, to, values, share, feeRate, kind }) => {
        const account = accountOf(0, type)
        const all = await fund(account, values)
        const sum = values.reduce((a, b) => a + b, 0n)
        const amount = share === 'max' ? share : (sum * share) / 100n
        const receiver = accountOf(1, to).address
        const changeAddress = account.address
        const lockTime = Number(await get('/blocks/tip/height'))
        let planned: Payment
        try {
          planned = planPayment({ coins: all, receiver, amount, changeAddress, feeRate, chainId, lockTime })
        } catch (error) {
          expect((error as LatchkeyError).code).toMatch(/^(insufficient_gas|amount_dust)$/)
          return
        }
        const payment = { ...planned, inputs: await proveCoins({ gateway, coins: planned.inputs, chainId }) }
        const signed = sign(payment, writePsbt(payment))
        expect(await broadcast(signed.raw)).toBe(signed.hash)
        const seen = JSON.parse(await get(`/tx/${signed.hash}`))
        expect(BigInt(seen.fee)).toBe(payment.fee)
        expect(Math.ceil(seen.weight / 4)).toBeLessThanOrEqual(payment.vsize)
        expect(
          seen.vout.map((one: { scriptpubkey_address: string; value: number }) => [
            one.scriptpubkey_address,
            one.value,
          ]),
        ).toEqual(payment.outputs.map(({ address, value }) => [address, Number(value)]))
        if (kind === 'none') return
        // The stored plan is enough to replace it after a reload.
        const kept = readPlan({ plan: signed.plan, chainId }) as Payment
        const proven = { ...kept, inputs: await proveCoins({ gateway, coins: kept.inputs, chainId }) }
        const more = await proveCoins({ gateway, coins: all, chainId })
        const build = kind === 'cancel' ? cancelPayment : replacePayment
        let next: ReturnType<typeof build>
        try {
          next = build({ payment: proven, coins: more, changeAddress, feeRate: 0n })
        } catch (error) {
          expect((error as LatchkeyError).code).toBe('insufficient_gas')
          return
        }
        const second = sign(next.payment, next.psbt)
        expect(await broadcast(second.raw)).toBe(second.hash)
        await expect(get(`/tx/${signed.hash}`)).rejects.toThrow()
        replaced++
      },
    ),
    // Both kinds of replacement run, in addition to random ones.
    { numRuns: 8, examples: [[{ ...replaceable, kind: 'speedUp' }], [{ ...replaceable, kind: 'cancel' }]] },
  )
  expect(replaced).toBeGreaterThan(1)
}, 60_000)

test('a coin that is listed with another amount is not spent', async () => {
  const [coin] = await fund(accountOf(0, 'p2wpkh'), [50_000n])
  const lie = { ...(coin as Coin), value: 60_000n }
  await expect(proveCoins({ gateway, coins: [lie], chainId })).rejects.toMatchObject({ code: 'response_invalid' })
  // If a wallet signs it anyway, no node accepts the transaction.
  const changeAddress = accountOf(0, 'p2wpkh').address
  const receiver = accountOf(1, 'p2wpkh').address
  const built = buildPayment({ coins: [lie], receiver, amount: 20_000n, changeAddress, feeRate: 2_000n, chainId })
  await expect(broadcast(sign(built.payment, built.psbt).raw)).rejects.toThrow()
})
