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

/** Of the vault's frozen vectors (`evaluatedPassword`): this secret comes from the vault's own costs alone. */
const frozen = {
  walletId: '0f6d3c1e-5a1b-4c2d-8e3f-901234567890',
  address: '0x58A57ed9d8d624cBD12e2C467D34787555bB1b25',
  password: 'Ünïcode pass phrase ﬁ',
  key: 'e0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfe0f',
  factorId: '10000000-0000-4000-8000-000000000004',
  bind: 'kuOjiMmmEhiyf06vXVy7vUl-tQlS48h8XUh8hLOr7g4',
  secret: '1f4ae836113fdc05d2d4863ccc2b4d883929d86c9f83c9b64f2397394aa2ffbe',
}

test('default: passwords are stretched as the vault requires', { timeout: 60_000 }, async () => {
  const { checkPassword, createKeystore } = createRareCalls({ signers: testSigners })
  const { key: oprfKey, secret, ...factor } = frozen
  const { blind, blinded } = blindPassword(factor)
  const evaluated = Uint8Array.from(ristretto255_oprf.oprf.blindEvaluate(hexToBytes(oprfKey), blinded))
  expect(await checkPassword({ ...factor, blind, evaluated })).toStrictEqual(Uint8Array.from(hexToBytes(secret)))
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
