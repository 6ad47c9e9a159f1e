import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { ristretto255, ristretto255_oprf } from 'noble-curves-2/ed25519.js'
import { describe, expect, test } from 'vitest'
import frozen from '../../vectors/frozen.json' with { type: 'json' }
import rfc from '../../vectors/oprf.json' with { type: 'json' }
import { createFactor } from './createFactor.ts'
import { deriveFactorKeyPair } from './deriveFactorKeyPair.ts'
import { deriveEvaluatedSecret } from './derivePasswordSecret.ts'
import { verifyFactorBinding } from './factorBinding.ts'
import { blindPassword, createPasswordKey, evaluateWithKey, unblindPassword } from './passwordOprf.ts'

const { oprf } = ristretto255_oprf
const { walletId, address } = frozen
const factorId = '10000000-0000-4000-8000-000000000004'
const input = { password: 'correct horse battery staple', walletId, factorId }
/** Cheap costs, for tests that are not about them. */
const params = { m: 64, t: 1, p: 1 }
const evaluate = (key: Uint8Array, blinded: Uint8Array) => oprf.blindEvaluate(key, blinded)

test('default', () => {
  const { key, publicKey } = createPasswordKey()
  expect([key.length, publicKey.length]).toStrictEqual([32, 32])
  const { blind, blinded } = blindPassword(input)
  const output = unblindPassword({ ...input, blind, evaluated: evaluate(key, blinded) })
  expect(output).toHaveLength(64)
  expect(output).toStrictEqual(evaluateWithKey({ ...input, key }))
  // Another blind, the same output.
  const again = blindPassword(input)
  expect(again.blinded).not.toStrictEqual(blinded)
  expect(unblindPassword({ ...input, blind: again.blind, evaluated: evaluate(key, again.blinded) })).toStrictEqual(
    output,
  )
})

describe('finding F4: threat 163: the library evaluates as RFC 9497 requires (ristretto255-SHA512, mode OPRF)', () => {
  test('the key comes from the seed', () => {
    const { secretKey } = oprf.deriveKeyPair(hexToBytes(rfc.seed), hexToBytes(rfc.keyInfo))
    expect(bytesToHex(secretKey)).toBe(rfc.secretKey)
  })

  test.each(rfc.vectors)('input $input', (vector) => {
    const blind = hexToBytes(vector.blind)
    const bytes = hexToBytes(vector.input)
    const key = hexToBytes(rfc.secretKey)
    // The library draws a blind as 1 plus its random number modulo one less than the order.
    const drawn = hexToBytes(numberToHexLE(hexToNumberLE(vector.blind) - 1n))
    const made = oprf.blind(bytes, (length) => {
      const random = new Uint8Array(length ?? 0)
      random.set(drawn)
      return random
    })
    expect(bytesToHex(made.blind)).toBe(vector.blind)
    expect(bytesToHex(made.blinded)).toBe(vector.blinded)
    const evaluated = oprf.blindEvaluate(key, hexToBytes(vector.blinded))
    expect(bytesToHex(evaluated)).toBe(vector.evaluated)
    expect(bytesToHex(oprf.finalize(bytes, blind, evaluated))).toBe(vector.output)
  })
})

test('behavior: password, wallet, factor and key each change the result; two Unicode forms of a password do not', () => {
  const { key } = createPasswordKey()
  const outputs = [
    evaluateWithKey({ ...input, key }),
    evaluateWithKey({ ...input, key: createPasswordKey().key }),
    evaluateWithKey({ ...input, key, password: `${input.password} ` }),
    evaluateWithKey({ ...input, key, walletId: frozen.deviceId }),
    evaluateWithKey({ ...input, key, factorId: frozen.deviceId }),
  ]
  expect(new Set(outputs.map(bytesToHex)).size).toBe(outputs.length)
  const [composed, apart] = ['caf\u00e9', 'cafe\u0301'].map((password) => evaluateWithKey({ ...input, key, password }))
  expect(composed).toStrictEqual(apart)
})

test('behavior: a password longer than RFC 9497 allows', () => {
  const { key } = createPasswordKey()
  expect(evaluateWithKey({ ...input, key, password: 'a'.repeat(100_000) })).toHaveLength(64)
})

test('error: an answer that is the identity, or no element', () => {
  const { blind } = blindPassword(input)
  const identity = ristretto255.Point.ZERO.toBytes()
  expect(() => unblindPassword({ ...input, blind, evaluated: identity })).toThrow()
  expect(() => unblindPassword({ ...input, blind, evaluated: new Uint8Array(32).fill(0xff) })).toThrow()
  expect(() => unblindPassword({ ...input, blind, evaluated: new Uint8Array(31) })).toThrow()
})

test('behavior: the secret of an evaluated password is unchanged since this test was written', {
  timeout: 60_000,
}, async () => {
  const { key, output, secret, privateKey, factor } = frozen.evaluatedPassword
  const { text: password } = frozen.password
  const found = evaluateWithKey({ password, walletId, factorId: factor.id, key: hexToBytes(key) })
  expect(bytesToHex(found)).toBe(output)
  const derived = await deriveEvaluatedSecret({ password, output: found })
  expect(bytesToHex(derived)).toBe(secret)
  const pair = await deriveFactorKeyPair({ kind: 'password', secret: derived })
  expect(bytesToHex(pair.privateKey)).toBe(privateKey)
  const made = await createFactor({
    id: factor.id,
    kind: 'password',
    secret: derived,
    walletId,
    address,
    dataKey: hexToBytes(frozen.dataKey),
    oprf: ristretto255.Point.BASE.multiply(hexToNumberLE(key)).toBytes(),
    createdAt: factor.createdAt,
  })
  expect(made).toStrictEqual(factor)
})

test('behavior: finding F4: threat 163: without the key, or an answer for this password, nothing of a factor can be tested', async () => {
  const { key, publicKey } = createPasswordKey()
  const output = evaluateWithKey({ ...input, key })
  const secret = await deriveEvaluatedSecret({ password: input.password, output, params })
  const common = { id: factorId, kind: 'password' as const, walletId, address, dataKey: hexToBytes(frozen.dataKey) }
  const factor = await createFactor({ ...common, secret, oprf: publicKey, createdAt: '2026-11-20T12:00:00.000Z' })
  // No salt and no costs, so a guess has nothing to start from.
  expect(Object.keys(factor.meta).sort()).toStrictEqual(['bind', 'oprf'])
  expect(await verifyFactorBinding({ factor, secret, address })).toBe(true)
  const wrongs = [
    // The right password, evaluated under the thief's key.
    evaluateWithKey({ ...input, key: createPasswordKey().key }),
    // The right key, for another password: one answer tests one password.
    evaluateWithKey({ ...input, key, password: 'another password' }),
    new Uint8Array(64),
  ]
  for (const wrong of wrongs) {
    const guess = await deriveEvaluatedSecret({ password: input.password, output: wrong, params })
    expect(await verifyFactorBinding({ factor, secret: guess, address })).toBe(false)
  }
  // Even with the right answer, each guess costs Argon2id.
  const cheap = await deriveEvaluatedSecret({ password: 'another password', output, params })
  expect(cheap).not.toStrictEqual(secret)
})

function hexToNumberLE(hex: string): bigint {
  return BigInt(`0x${bytesToHex(hexToBytes(hex).toReversed())}`)
}

function numberToHexLE(value: bigint): string {
  return bytesToHex(hexToBytes(value.toString(16).padStart(64, '0')).toReversed())
}
