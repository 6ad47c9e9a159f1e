import { bitcoinNetworks } from '@latchkey/protocol'
import { RawTx, RawWitness } from '@scure/btc-signer/script.js'
import { hash160, pubECDSA } from '@scure/btc-signer/utils.js'
import { describe, expect, test } from 'vitest'
import { readAddress } from '../address/readAddress.ts'
import { writeScript } from '../address/readScript.ts'
import { toAddress } from '../address/toAddress.ts'
import { fromBase64, toBase64 } from '../bytes/base64.ts'
import { addressOfKey, type KeyAddressType } from '../keys/keyScripts.ts'
import { readMessageProof } from './readMessageProof.ts'
import { fullVectors, otherSigners, scriptVector, simpleVectors, wrongVectors } from './testing/bip322Vectors.ts'
import { type Deviation, type RawTransaction, signFully } from './testing/signFully.ts'
import { verifyMessage } from './verifyMessage.ts'
import { verifyMessageProof } from './verifyMessageProof.ts'

const chainId = bitcoinNetworks.mainnet
const message = 'example.com wants you to sign in with your Bitcoin account: ✓'
const privateKey = new Uint8Array(32).fill(0x42)
const types: KeyAddressType[] = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr']
const addressOf = (type: KeyAddressType) => addressOfKey({ publicKey: pubECDSA(privateKey), type, chainId })
const verify = (address: string, signature: Uint8Array | string, text = message) =>
  verifyMessage({ message: text, address, signature, chainId })

/** Signing times of a full signature; undefined if it is invalid. */
function timesOf({ address, text, signature }: { address: string; text: string; signature: string }) {
  const read = readAddress({ text: address, chainId })
  if (!read) throw new Error('no address')
  const proof = readMessageProof({ message: text, script: read.script, bytes: fromBase64(signature), form: 'full' })
  if (!proof || !verifyMessageProof({ message: text, address: read, proof })) return undefined
  return { lockTime: proof.lockTime, sequence: proof.sequence }
}

describe('the vectors of the BIP', () => {
  test.each(fullVectors)(
    'default: full, of $address: valid from block 2016 on, which is not now',
    ({ address, message: text, signature }) => {
      expect(timesOf({ address, text, signature })).toEqual({ lockTime: 2016, sequence: 2016 })
      expect(timesOf({ address, text: `${text}.`, signature })).toBeUndefined()
      for (const other of otherSigners) expect(timesOf({ address: other, text, signature })).toBeUndefined()
      for (const written of [signature, `ful${signature}`, `smp${signature}`, `pof${signature}`])
        expect(verify(address, written, text)).toBe(false)
    },
  )

  test.each(simpleVectors)(
    'default: simple, of $address, with the prefix and without',
    ({ address, message: text, signature }) => {
      expect(verify(address, signature, text)).toBe(true)
      expect(verify(address, `smp${signature}`, text)).toBe(true)
      expect(verify(address, signature, `${text}.`)).toBe(false)
      for (const written of [`ful${signature}`, `pof${signature}`, `smpsmp${signature}`])
        expect(verify(address, written, text)).toBe(false)
    },
  )

  test.each(wrongVectors)('error: $signature', ({ address, message: text, signature }) => {
    expect(verify(address, signature, text)).toBe(false)
  })

  test('error: scripts are not run', () => {
    expect(verify(scriptVector.address, scriptVector.signature, scriptVector.message)).toBe(false)
  })
})

describe.each(types)('full, of %s', (type) => {
  const address = addressOf(type)
  const base = signFully({ message, privateKey, type })
  const encode = (transaction: RawTransaction) => toBase64(RawTx.encode(transaction))
  const good = encode(base)
  const [input] = base.inputs
  const [output] = base.outputs
  if (!input || !output) throw new Error('no transaction')

  test('default: with the prefix, without, and as bytes; only for this message and address', () => {
    for (const written of [`ful${good}`, good, fromBase64(good)]) {
      expect(verify(address, written)).toBe(true)
      expect(verify(address, written, `${message} `)).toBe(false)
      for (const other of types.filter((one) => one !== type)) expect(verify(addressOf(other), written)).toBe(false)
    }
    expect(verify(address, encode(signFully({ message, privateKey, type, version: 2 })))).toBe(true)
    expect(verify(address, `smp${good}`)).toBe(false)
  })

  test('threat 128: valid at a later time', () => {
    for (const later of [
      { lockTime: 1 },
      { lockTime: 1_900_000_000 },
      { sequence: 1 },
      { sequence: 0xffffffff },
      { version: 2, sequence: 144 },
    ])
      expect(verify(address, encode(signFully({ message, privateKey, type, ...later })))).toBe(false)
  })

  test.each<[string, Deviation]>([
    ['of another version', { version: 1 }],
    ['of a version that there is not', { version: -1 }],
    ['that leaves outputs open (NONE)', { sighash: 2 }],
    ['that leaves other outputs open (SINGLE)', { sighash: 3 }],
    ['that leaves inputs open (ALL with ANYONECANPAY)', { sighash: 0x81 }],
    ['that says nothing of what it signs', { sighash: 0x41 }],
  ])('threat 128: a signature %s', (_, deviation) => {
    expect(verify(address, encode(signFully({ message, privateKey, type, ...deviation })))).toBe(false)
  })

  test('threat 128: another transaction around the same signature', () => {
    const other = { ...input, txid: new Uint8Array(32).fill(7) }
    const changed: [string, RawTransaction][] = [
      ['spends something else', { ...base, inputs: [other] }],
      ['spends another output', { ...base, inputs: [{ ...input, index: 1 }] }],
      ['has one more input', { ...base, inputs: [input, other], witnesses: base.witnesses && [...base.witnesses, []] }],
      [
        'has an input before',
        { ...base, inputs: [other, input], witnesses: base.witnesses && [[], ...base.witnesses] },
      ],
      ['has no input', { ...base, inputs: [], witnesses: base.witnesses && [] }],
      ['has one more output', { ...base, outputs: [output, output] }],
      ['has no output', { ...base, outputs: [] }],
      ['pays', { ...base, outputs: [{ ...output, amount: 1n }] }],
      ['says something', { ...base, outputs: [{ ...output, script: Uint8Array.of(0x6a, 1, 1) }] }],
      ['pays anybody', { ...base, outputs: [{ ...output, script: Uint8Array.of(0x51) }] }],
      ['has another version', { ...base, version: 2 }],
      ['has another sequence', { ...base, inputs: [{ ...input, sequence: 0xffffffff }] }],
      ['has a lock time', { ...base, lockTime: 1 }],
    ]
    for (const [what, transaction] of changed) {
      let bytes: Uint8Array
      try {
        bytes = RawTx.encode(transaction)
      } catch {
        continue
      }
      expect([what, verify(address, bytes)]).toEqual([what, false])
    }
  })

  test('threat 128: another proof in the same transaction', () => {
    const witness = base.witnesses?.[0] ?? []
    const script = input.finalScriptSig
    const withScript = (finalScriptSig: Uint8Array): RawTransaction => ({
      ...base,
      inputs: [{ ...input, finalScriptSig }],
    })
    const withWitness = (next: Uint8Array[]): RawTransaction => ({
      ...base,
      segwitFlag: next.length > 0,
      witnesses: next.length > 0 ? [next] : undefined,
    })
    const changed: [string, RawTransaction][] = [
      ['more behind the script', withScript(Uint8Array.of(...script, 1, 1))],
      ['more before the script', withScript(Uint8Array.of(1, 1, ...script))],
      ['a script that does something', withScript(Uint8Array.of(...script, 0x51))],
      ['a cut script', withScript(script.slice(0, -1))],
      ['one more in the witness', withWitness([...witness, Uint8Array.of(1)])],
      ['an empty one more in the witness', withWitness([...witness, new Uint8Array()])],
      ['an annex', withWitness([...witness, Uint8Array.of(0x50)])],
      ['less in the witness', withWitness(witness.slice(0, -1))],
      ['empty witnesses', withWitness(witness.map(() => new Uint8Array()))],
      ['turned round', withWitness([...witness].reverse())],
    ]
    for (const [what, transaction] of changed) {
      if (encode(transaction) === good) continue
      expect([what, verify(address, encode(transaction))]).toEqual([what, false])
    }
    const bytes = fromBase64(good)
    for (const broken of [bytes.slice(0, -1), Uint8Array.of(...bytes, 0), Uint8Array.of(...bytes, ...bytes)])
      expect(verify(address, broken)).toBe(false)
  })

  test('threat 128: every changed bit is refused', () => {
    const bytes = fromBase64(good)
    let checked = 0
    for (let bit = 0; bit < bytes.length * 8; bit += 11) {
      const changed = bytes.slice()
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect([bit, verify(address, changed)]).toEqual([bit, false])
      checked++
    }
    expect(checked).toBeGreaterThan(80)
  })

  test.runIf(type !== 'p2tr')('threat 128: high s, which Bitcoin’s nodes do not relay', () => {
    expect(verify(address, encode(signFully({ message, privateKey, type, highS: true })))).toBe(false)
  })
})

describe('the simple form', () => {
  test('default: of P2SH-P2WPKH, whose script is derived from the key', () => {
    const [witness = []] = signFully({ message, privateKey, type: 'p2sh-p2wpkh' }).witnesses ?? []
    const signature = toBase64(RawWitness.encode(witness))
    expect(verify(addressOf('p2sh-p2wpkh'), signature)).toBe(true)
    expect(verify(addressOf('p2sh-p2wpkh'), `smp${signature}`)).toBe(true)
    expect(verify(addressOf('p2sh-p2wpkh'), signature, 'else')).toBe(false)
    // It is invalid for a P2WPKH address of the same key, because the message's transaction has another script.
    expect(verify(addressOf('p2wpkh'), signature)).toBe(false)
  })

  test('error: P2PKH has no witness', () => {
    const [witness = []] = signFully({ message, privateKey, type: 'p2wpkh' }).witnesses ?? []
    expect(verify(addressOf('p2pkh'), toBase64(RawWitness.encode(witness)))).toBe(false)
  })
})

test('default: full, of P2PKH with the uncompressed form of a key', () => {
  const transaction = signFully({ message, privateKey, type: 'p2pkh', uncompressed: true })
  const [{ finalScriptSig = new Uint8Array() } = {}] = transaction.inputs
  const key = finalScriptSig.slice(-65)
  const address = toAddress({ script: writeScript({ type: 'p2pkh', program: hash160(key) }), chainId }) ?? ''
  expect(verify(address, RawTx.encode(transaction))).toBe(true)
  // The hybrid form of the same point, whose hash is another address.
  const hybrid = Uint8Array.of(6 + ((key[64] ?? 0) & 1), ...key.slice(1))
  const script = Uint8Array.of(...finalScriptSig.slice(0, -65), ...hybrid)
  const at = toAddress({ script: writeScript({ type: 'p2pkh', program: hash160(hybrid) }), chainId }) ?? ''
  expect(
    verify(
      at,
      RawTx.encode({ ...transaction, inputs: [{ ...transaction.inputs[0], finalScriptSig: script } as never] }),
    ),
  ).toBe(false)
})
