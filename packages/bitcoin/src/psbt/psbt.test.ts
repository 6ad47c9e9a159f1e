import { bitcoinNetworks } from '@latchkey/protocol'
import { Transaction } from '@scure/btc-signer/transaction.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../scripts/lib/fuzz.mjs'
import { fromBase64, toBase64 } from '../bytes/base64.ts'
import { fromHex } from '../bytes/hex.ts'
import { fundingTransaction, type TestWallet, testWallet } from '../testing/wallet.ts'
import { readTransaction } from '../transaction/readTransaction.ts'
import { finalizePsbt } from './finalizePsbt.ts'
import { readPsbt } from './readPsbt.ts'
import { signPsbt } from './signPsbt.ts'
import { takeSignatures } from './takeSignatures.ts'

const chainId = bitcoinNetworks.regtest
const wallets = [
  testWallet('one'),
  testWallet('two', 'p2tr'),
  testWallet('three', 'p2sh-p2wpkh'),
  testWallet('four', 'p2pkh'),
] as const
const receiver = testWallet('receiver')

/** A PSBT that spends 100,000 sat of each wallet. */
function psbtOf(
  spent: readonly TestWallet[],
  {
    proven = true,
    sighashType,
    data,
    value = 100_000n * BigInt(spent.length) - 1000n,
  }: { proven?: boolean; sighashType?: number; data?: Uint8Array; value?: bigint } = {},
): string {
  const transaction = new Transaction({ allowUnknownOutputs: true, allowLegacyWitnessUtxo: true })
  spent.forEach((wallet, index) => {
    const funding = fundingTransaction([{ script: wallet.script, value: 100_000n }], index)
    transaction.addInput({
      txid: funding.txid,
      index: 0,
      sequence: 0xfffffffd,
      ...(proven || wallet.type === 'p2pkh' ? { nonWitnessUtxo: fromHex(funding.hex) } : {}),
      ...(wallet.type === 'p2pkh' ? {} : { witnessUtxo: { amount: 100_000n, script: wallet.script } }),
      ...(sighashType === undefined ? {} : { sighashType }),
    })
  })
  transaction.addOutput({ script: receiver.script, amount: value })
  if (data) transaction.addOutput({ script: Uint8Array.of(0x6a, data.length, ...data), amount: 0n })
  return toBase64(transaction.toPSBT())
}

const inputsOf = (spent: readonly TestWallet[]) =>
  spent.map(({ address, type }, index) => ({ index, address, sighash: type === 'p2tr' ? 0 : 1 }))

describe('a PSBT', () => {
  it('is parsed, signed by four types of keys, finalized and parsed again', () => {
    const psbt = psbtOf(wallets)
    const before = readPsbt({ psbt, chainId })
    expect(before.inputs.map(({ address }) => address)).toEqual(wallets.map(({ address }) => address))
    expect(before.inputs.map(({ type }) => type)).toEqual(['p2wpkh', 'p2tr', 'p2sh', 'p2pkh'])
    expect(before).toMatchObject({ fee: 1000n, findings: [], isReplaceable: true, isFinal: false })
    expect(before.outputs).toMatchObject([{ address: receiver.address, value: 399_000n }])
    const signed = signPsbt({ psbt, keys: wallets, inputs: inputsOf(wallets), chainId })
    expect(readPsbt({ psbt: signed, chainId }).inputs.every(({ status }) => status === 'signed')).toBe(true)
    const { hex, txid, vsize, psbt: final } = finalizePsbt({ psbt: signed })
    const read = readTransaction({ hex, chainId })
    expect(read).toMatchObject({ txid, vsize, isReplaceable: true })
    expect(read.outputs).toMatchObject([{ address: receiver.address, value: 399_000n }])
    expect(read.inputs.map(({ txid, vout }) => ({ txid, vout }))).toEqual(
      before.inputs.map(({ txid, vout }) => ({ txid, vout })),
    )
    const after = readPsbt({ psbt: final, chainId })
    expect(after).toMatchObject({ isFinal: true, vsize, fee: 1000n })
    // One byte less for each signature with a low R.
    expect(before.vsize).toBeGreaterThanOrEqual(vsize)
    expect((before.vsize as number) - vsize).toBeLessThanOrEqual(2)
  })

  it('reports unproven amounts', () => {
    const [one, two, three] = wallets
    const find = (spent: readonly TestWallet[], proven: boolean) =>
      readPsbt({ psbt: psbtOf(spent, { proven }), chainId }).findings
    expect(find([one, three], true)).toEqual([])
    expect(find([one, testWallet('other')], false)).toEqual(['amount_unproven'])
    expect(find([one], false)).toEqual([])
    expect(find([two, testWallet('five', 'p2tr')], false)).toEqual([])
  })

  it.each([
    [2, 'NONE'],
    [3, 'SINGLE'],
    [0x81, 'ALL|ANYONECANPAY'],
    [0x82, 'NONE|ANYONECANPAY'],
    [0x83, 'SINGLE|ANYONECANPAY'],
  ])('flags the signature hash type %d, and signs it only if it was named', (sighashType, name) => {
    const [one] = wallets
    const psbt = psbtOf([one], { sighashType })
    const read = readPsbt({ psbt, chainId })
    expect(read.inputs[0]?.sighash).toEqual({ value: sighashType, name, isPlain: false })
    expect(read.findings).toContain('sighash_unsafe')
    const sign = (sighash: number) =>
      signPsbt({ psbt, keys: [one], inputs: [{ index: 0, address: one.address, sighash }], chainId })
    expect(() => sign(1)).toThrow(expect.objectContaining({ code: 'malformed_request' }))
    expect(readPsbt({ psbt: sign(sighashType), chainId }).inputs[0]?.status).toBe('signed')
  })

  it('reports data, and outputs above the inputs', () => {
    const data = new TextEncoder().encode('hello')
    const read = readPsbt({ psbt: psbtOf([wallets[0]], { data, value: 100_001n }), chainId })
    expect(read.outputs[1]?.data).toEqual(data)
    expect(read.fee).toBeUndefined()
    expect(read.findings).toEqual(expect.arrayContaining(['data', 'outputs_exceed_inputs']))
  })

  it('signs nothing with the key of another address', () => {
    const [one, two] = wallets
    const psbt = psbtOf([one, two])
    const refused = expect.objectContaining({ code: 'malformed_request' })
    const sign = (index: number, address: string, keys: readonly TestWallet[]) => () =>
      signPsbt({ psbt, keys, inputs: [{ index, address, sighash: 1 }], chainId })
    expect(sign(1, one.address, [one])).toThrow(refused)
    expect(sign(0, one.address, [{ ...one, privateKey: two.privateKey }])).toThrow(refused)
    expect(sign(2, one.address, [one])).toThrow(refused)
    expect(() => signPsbt({ psbt, keys: [one], inputs: [], chainId })).toThrow(refused)
    expect(() => finalizePsbt({ psbt })).toThrow(refused)
  })

  it('spends coins of large payouts, whose transactions are their proofs', () => {
    const [one] = wallets
    // As large as one that pays three thousand, but quicker to build.
    const rest = Uint8Array.from({ length: 100_000 }, (_, index) => (index === 0 ? 0x6a : 0x51))
    const payout = [
      { script: one.script, value: 100_000n },
      { script: rest, value: 1_000n },
    ]
    const transaction = new Transaction()
    for (const index of [0, 1, 2, 3, 4]) {
      const funding = fundingTransaction(payout, index)
      transaction.addInput({
        ...{ txid: funding.txid, index: 0, nonWitnessUtxo: fromHex(funding.hex) },
        witnessUtxo: { amount: 100_000n, script: one.script },
      })
    }
    transaction.addOutput({ script: receiver.script, amount: 499_000n })
    const bytes = transaction.toPSBT()
    expect(bytes.length).toBeGreaterThan(450_000)
    expect(readPsbt({ psbt: toBase64(bytes), chainId })).toMatchObject({ fee: 1_000n, findings: [] })
    expect(() => readPsbt({ psbt: 'A'.repeat(1_400_000), chainId })).toThrow(
      expect.objectContaining({ code: 'malformed_request', details: expect.stringMatching(/larger than/) }),
    )
  })

  it('refuses contradictions', () => {
    const [one] = wallets
    const refused = expect.objectContaining({ code: 'malformed_request' })
    const funding = fundingTransaction([{ script: one.script, value: 100_000n }], 0)
    const bytes = fromBase64(psbtOf([one]))
    // The amount in `witnessUtxo` is 100,000 sat, 0x0186a0, and so is the one in the previous transaction.
    const text = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    const at = text.lastIndexOf('a086010000000000')
    const lie = `${text.slice(0, at)}a186010000000000${text.slice(at + 16)}`
    expect(() => readPsbt({ psbt: toBase64(fromHex(lie)), chainId })).toThrow(refused)
    const other = text.replace(fromHexReversed(funding.txid), '11'.repeat(32))
    expect(() => readPsbt({ psbt: toBase64(fromHex(other)), chainId })).toThrow(refused)
  })

  it('takes over the signatures of a wallet, finalized or not, and of no other transaction', () => {
    const psbt = psbtOf(wallets)
    const signed = signPsbt({ psbt, keys: wallets, inputs: inputsOf(wallets), chainId })
    const final = finalizePsbt({ psbt: signed })
    for (const answer of [signed, final.psbt])
      expect(finalizePsbt({ psbt: takeSignatures({ psbt, signed: answer }) }).hex).toBe(final.hex)
    // Other fields of a wallet are not taken over.
    const foreign = Transaction.fromPSBT(fromBase64(signed))
    foreign.updateInput(0, { sighashType: 0x81 }, true)
    const taken = takeSignatures({ psbt, signed: toBase64(foreign.toPSBT()) })
    expect(readPsbt({ psbt: taken, chainId }).inputs[0]?.sighash.name).toBe('ALL')
    const other = signPsbt({
      psbt: psbtOf(wallets, { value: 1_000n }),
      keys: wallets,
      inputs: inputsOf(wallets),
      chainId,
    })
    expect(() => takeSignatures({ psbt, signed: other })).toThrow(expect.objectContaining({ code: 'send_failed' }))
  })

  it('refuses bytes that are no PSBT, and never throws anything else', () => {
    const good = fromBase64(psbtOf(wallets))
    const codes = new Set<string>()
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 }), fc.boolean(), (at, byte, cut) => {
        const bytes = cut ? good.slice(0, at) : good.slice()
        if (!cut) bytes[at] = byte
        try {
          readPsbt({ psbt: toBase64(bytes), chainId })
        } catch (error) {
          codes.add((error as { code: string }).code)
        }
      }),
      { numRuns: runs({ fast: 100, full: 600 }) },
    )
    for (const text of ['', 'AAAA', 'not base64', 'cHNidP8=', 'cHNidP8BAAAA'])
      expect(() => readPsbt({ psbt: text, chainId })).toThrow(expect.objectContaining({ code: 'malformed_request' }))
    expect([...codes]).toEqual(['malformed_request'])
    expect(() => readTransaction({ hex: '0200', chainId })).toThrow(
      expect.objectContaining({ code: 'malformed_request' }),
    )
  })
})

const fromHexReversed = (hex: string) => (hex.match(/../g) as string[]).reverse().join('')
