import {
  deriveEvaluatedSecret,
  deriveFactorKeyPair,
  evaluateWithKey,
  keystoreParams,
  passwordParams,
  toBase64Url,
} from '@latchkey/vault'
import { expect, test } from 'vitest'
import { testSigners } from '../testing/testSigners.ts'
import { createRareCalls } from './createRareCalls.ts'

const key = Uint8Array.from({ length: 32 }, () => 7)

test('default: passwords are stretched as the vault requires', { timeout: 60_000 }, async () => {
  const { createFactor, createKeystore } = createRareCalls({ signers: testSigners })
  const password = 'correct horse battery staple'
  const [factorId, walletId] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  const { factor, passwordKey } = await createFactor({
    id: factorId,
    secret: { kind: 'password', password },
    walletId,
    address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
    dataKey: key,
    label: undefined,
    createdAt: '2026-01-01T00:00:00.000Z',
  })
  expect(Object.keys(factor.meta).sort()).toStrictEqual(['bind', 'oprf'])
  const output = evaluateWithKey({ password, walletId, factorId, key: passwordKey ?? new Uint8Array(32) })
  const secret = await deriveEvaluatedSecret({ password, output, params: passwordParams })
  const { publicKey } = await deriveFactorKeyPair({ kind: 'password', secret })
  expect(factor.pub).toBe(toBase64Url(publicKey))
  const { crypto } = await createKeystore({ privateKey: key, password: 'correct horse battery staple' })
  expect(crypto.kdfparams).toMatchObject(keystoreParams)
})
