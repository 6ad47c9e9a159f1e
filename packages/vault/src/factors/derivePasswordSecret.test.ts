import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { expect, test } from 'vitest'
import { isFull } from '../../../../scripts/lib/fuzz.mjs'
import frozen from '../../vectors/frozen.json' with { type: 'json' }
import { createFactor } from './createFactor.ts'
import { deriveFactorKeyPair } from './deriveFactorKeyPair.ts'
import { derivePasswordSecret, passwordParams } from './derivePasswordSecret.ts'
import { verifyFactorBinding } from './factorBinding.ts'

const salt = hexToBytes(frozen.salt)
/** Cheap costs, for tests that are not about them. */
const params = { m: 64, t: 1, p: 1 }

// In `npm test` the frozen secret of `passwordOprf.test.ts` holds the default costs.
if (isFull)
  test('behavior: the secret of a password of an earlier version is the frozen one', { timeout: 60_000 }, async () => {
    expect(bytesToHex(await derivePasswordSecret({ password: frozen.password.text, salt }))).toBe(
      frozen.password.secret,
    )
  })

test('default', async () => {
  expect(passwordParams).toStrictEqual({ m: 65_536, t: 3, p: 1 })
  const shown: number[] = []
  const costs = { ...params, m: 1_024 }
  const onProgress = (share: number) => shown.push(share)
  const secret = await derivePasswordSecret({ password: frozen.password.text, salt, params: costs, onProgress })
  expect(secret).toHaveLength(32)
  expect(shown.length).toBeGreaterThan(10)
  expect(shown.at(-1)).toBe(1)
  expect(shown.every((share, index) => share >= (shown[index - 1] ?? 0) && share <= 1)).toBe(true)
})

// At the size of the first test it takes seconds; the algorithm is the same at this one.
test('behavior: the secret is that of the reference implementation of Argon2id', async () => {
  const secretOf = async (p: number) => {
    const salt = new TextEncoder().encode('somesalt')
    return bytesToHex(await derivePasswordSecret({ password: 'password', salt, params: { m: 256, t: 2, p } }))
  }
  expect(await secretOf(1)).toBe('9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe')
  expect(await secretOf(2)).toBe('6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037')
})

test('behavior: one password in two Unicode forms gives one secret', async () => {
  const [composed, apart, ligature, letters] = await Promise.all(
    ['caf\u00e9', 'cafe\u0301', '\ufb01n', 'fin'].map((password) => derivePasswordSecret({ password, salt, params })),
  )
  expect(composed).toStrictEqual(apart)
  expect(ligature).toStrictEqual(letters)
  expect(composed).not.toStrictEqual(letters)
})

test('behavior: costs and salt change the secret', async () => {
  const password = 'correct horse battery staple'
  const secrets = await Promise.all([
    derivePasswordSecret({ password, salt, params }),
    derivePasswordSecret({ password, salt, params: { ...params, m: 128 } }),
    derivePasswordSecret({ password, salt, params: { ...params, t: 2 } }),
    derivePasswordSecret({ password, salt, params: { ...params, p: 2 } }),
    derivePasswordSecret({ password, salt: salt.toReversed(), params }),
  ])
  expect(new Set(secrets.map(bytesToHex)).size).toBe(5)
})

test('behavior: threat 36: a wrong password gives another key pair and fails the binding before anything is opened', async () => {
  const { walletId, address } = frozen
  const secret = await derivePasswordSecret({ password: 'correct horse battery staple', salt, params })
  const factor = await createFactor({
    id: '10000000-0000-4000-8000-000000000009',
    kind: 'password',
    secret,
    salt,
    walletId,
    address,
    dataKey: hexToBytes(frozen.dataKey),
    params,
    createdAt: '2026-11-20T12:00:00.000Z',
  })
  expect(await verifyFactorBinding({ factor, secret, address })).toBe(true)
  for (const password of [
    '',
    'correct horse battery stapl',
    'Correct horse battery staple',
    'correct horse battery staple ',
  ]) {
    const wrong = await derivePasswordSecret({ password, salt, params })
    expect(await verifyFactorBinding({ factor, secret: wrong, address })).toBe(false)
    const { publicKey } = await deriveFactorKeyPair({ kind: 'password', secret: wrong, salt })
    expect(Buffer.from(publicKey).toString('base64url')).not.toBe(factor.pub)
  }
})

test.each([
  { m: 1 << 19, t: 3, p: 1 },
  { m: 65_536, t: 1000, p: 1 },
  { m: 65_536, t: 3, p: 64 },
  { m: 7, t: 1, p: 1 },
  { m: 65_536, t: 0, p: 1 },
  { m: 65_536.5, t: 3, p: 1 },
  { m: Number.NaN, t: 3, p: 1 },
])('error: costs that a server could stall the device with are refused: %j', async (costs) => {
  await expect(derivePasswordSecret({ password: 'x', salt, params: costs })).rejects.toMatchObject({
    code: 'malformed_request',
    field: 'params',
  })
})
