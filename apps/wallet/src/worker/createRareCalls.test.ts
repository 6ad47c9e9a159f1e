import { readFileSync } from 'node:fs'
import {
  blindPassword,
  deriveEvaluatedSecret,
  deriveFactorKeyPair,
  evaluateWithKey,
  keystoreParams,
  toBase64Url,
} from '@latchkey/vault'
import { hexToBytes } from '@noble/hashes/utils'
import { ristretto255_oprf } from 'noble-curves-2/ed25519.js'
import { expect, test } from 'vitest'
import { testSigners } from '../testing/testSigners.ts'
import { createRareCalls } from './createRareCalls.ts'

const key = Uint8Array.from({ length: 32 }, () => 7)
const password = 'correct horse battery staple'

type FrozenVectors = {
  walletId: string
  address: string
  password: { text: string }
  evaluatedPassword: { key: string; secret: string; factor: { id: string; meta: { bind: string } } }
}

/** The vault's frozen vectors. The package does not export its test data. */
const frozenUrl = new URL('../../../../packages/vault/vectors/frozen.json', import.meta.url)
const frozen = JSON.parse(readFileSync(frozenUrl, 'utf8')) as FrozenVectors

test('default: passwords are stretched as the vault requires', { timeout: 60_000 }, async () => {
  const { checkPassword, createKeystore } = createRareCalls({ signers: testSigners })
  // This secret comes from the vault's own costs alone.
  const { walletId, address, evaluatedPassword } = frozen
  const { key: oprfKey, secret, factor } = evaluatedPassword
  const typed = { password: frozen.password.text, walletId, factorId: factor.id }
  const { blind, blinded } = blindPassword(typed)
  const evaluated = Uint8Array.from(ristretto255_oprf.oprf.blindEvaluate(hexToBytes(oprfKey), blinded))
  const answer = await checkPassword({ ...typed, address, bind: factor.meta.bind, blind, evaluated })
  expect(answer).toStrictEqual(Uint8Array.from(hexToBytes(secret)))
  const { crypto } = await createKeystore({ privateKey: key, password })
  expect(crypto.kdfparams).toMatchObject(keystoreParams)
})

test('behavior: a new password uses the same costs, which also detect a wrong one', async () => {
  const params = { m: 64, t: 2, p: 1 }
  const costs = { password: params, keystore: { n: 2 ** 10, r: 8, p: 1 } }
  const { checkPassword, createFactor } = createRareCalls({ signers: testSigners, costs })
  const [factorId, walletId] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  const address = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
  const { factor, passwordKey } = await createFactor({
    ...{ id: factorId, secret: { kind: 'password', password }, walletId, address, dataKey: key, label: undefined },
    createdAt: '2026-01-01T00:00:00.000Z',
  })
  expect(Object.keys(factor.meta).sort()).toStrictEqual(['bind', 'oprf'])
  const oprfKey = passwordKey ?? new Uint8Array(32)
  const output = evaluateWithKey({ password, walletId, factorId, key: oprfKey })
  const secret = await deriveEvaluatedSecret({ password, output, params })
  const { publicKey } = await deriveFactorKeyPair({ kind: 'password', secret })
  expect(factor.pub).toBe(toBase64Url(publicKey))
  const check = async (typed: string) => {
    const { blind, blinded } = blindPassword({ password: typed, walletId, factorId })
    const evaluated = Uint8Array.from(ristretto255_oprf.oprf.blindEvaluate(oprfKey, blinded))
    return checkPassword({ password: typed, walletId, factorId, blind, evaluated, address, bind: factor.meta.bind })
  }
  expect(await check(password)).toStrictEqual(secret)
  expect(await check('incorrect horse')).toBeNull()
})
