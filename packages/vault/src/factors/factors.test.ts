import { createHash, createHmac, hkdfSync } from 'node:crypto'
import type { Factor } from '@latchkey/protocol/wallet'
import { factorSchema } from '@latchkey/protocol/wallet'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import frozen from '../../vectors/frozen.json' with { type: 'json' }
import { fromBase64Url, toBase64Url } from '../bytes/base64Url.ts'
import { randomBytes } from '../bytes/randomBytes.ts'
import { openShare } from '../seal/sealShare.ts'
import { createDataKey } from '../vault/createDataKey.ts'
import { createFactor } from './createFactor.ts'
import { createSalt } from './createSalt.ts'
import { deriveFactorKeyPair, type FactorKind } from './deriveFactorKeyPair.ts'
import { verifyFactorBinding } from './factorBinding.ts'
import { reauthenticateFactor, verifyFactorMac } from './factorMac.ts'
import { passkeyPrfSalt } from './passkeyPrfSalt.ts'
import { sealToFactors } from './sealToFactors.ts'

const { walletId, deviceId, epoch, address } = frozen
const dataKey = hexToBytes(frozen.dataKey)
const salt = hexToBytes(frozen.salt)
const kinds: readonly FactorKind[] = ['passkey', 'backupCode', 'password']
const known = frozen.factors.map(({ secret, privateKey, factor }) => ({
  secret: hexToBytes(secret),
  privateKey,
  factor: factorSchema.parse(factor),
}))

test.each(known)('default: $factor.kind', async ({ secret, privateKey, factor }) => {
  const { id, kind, createdAt, meta } = factor
  const { credentialId, params, label } = meta
  const made = await createFactor({
    id,
    kind,
    secret,
    salt,
    walletId,
    address,
    dataKey,
    credentialId,
    params,
    label,
    createdAt,
  })
  expect(made).toStrictEqual(factor)
  const pair = await deriveFactorKeyPair({ kind, secret, salt })
  expect([bytesToHex(pair.privateKey), toBase64Url(pair.publicKey)]).toStrictEqual([privateKey, factor.pub])
  expect(await verifyFactorMac({ factor, walletId, dataKey })).toBe(true)
  expect(await verifyFactorBinding({ factor, secret, address: address.toUpperCase().replace('0X', '0x') })).toBe(true)
})

test.each(known)('behavior: MAC and binding of $factor.kind match Node’s', ({ secret, factor }) => {
  const { id, kind, pub, createdAt, meta } = factor
  const { bind, credentialId, label, params, salt: metaSalt } = meta
  // Sorted by hand; JSON itself omits keys without a value.
  const sorted = {
    bind,
    credentialId,
    label,
    params: params && { m: params.m, p: params.p, t: params.t },
    salt: metaSalt,
  }
  const message = JSON.stringify([walletId, id, kind, pub, sorted, createdAt])
  const hmac = (key: Uint8Array, info: string, text: string) =>
    createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', info, 32)))
      .update(text)
      .digest('base64url')
  expect(hmac(dataKey, 'ew/manifest/v1', message)).toBe(factor.mac)
  expect(hmac(secret, 'ew/bind/v1', address.toLowerCase())).toBe(bind)
})

test('behavior: the PRF input is unchanged', () => {
  expect(bytesToHex(passkeyPrfSalt())).toBe(frozen.prfSalt)
  expect(bytesToHex(passkeyPrfSalt())).toBe(createHash('sha256').update('ew/prf/v1').digest('hex'))
})

test('behavior: kind, salt and secret each change the key', async () => {
  const secret = randomBytes(32)
  const pairs = [
    ...kinds.map((kind) => ({ kind, secret, salt })),
    { kind: 'passkey' as const, secret, salt: createSalt() },
    { kind: 'passkey' as const, secret: randomBytes(32), salt },
  ].map(async (options) => toBase64Url((await deriveFactorKeyPair(options)).publicKey))
  expect(new Set(await Promise.all(pairs)).size).toBe(5)
})

test('behavior: a factor stored by the server still verifies, with its keys in any order', async () => {
  for (const { factor } of known) {
    const { meta, mac, ...rest } = factorSchema.parse(JSON.parse(JSON.stringify(factor)))
    const shuffled: Factor = { mac, meta, ...rest }
    expect(await verifyFactorMac({ factor: shuffled, walletId, dataKey })).toBe(true)
  }
})

test('behavior: threat 31: nothing is sealed to a factor that the server planted or changed', async () => {
  const good = known.map(({ factor }) => factor)
  const first = good[0]
  const second = good[1]
  if (!first || !second) throw new Error('There are three')
  const attacker = await deriveFactorKeyPair({ kind: 'passkey', secret: randomBytes(32), salt })
  const pub = toBase64Url(attacker.publicKey)
  const planted: Factor[] = [
    { ...first, id: '20000000-0000-4000-8000-000000000000' },
    { ...first, pub },
    { ...first, pub: second.pub },
    { ...first, kind: 'password' },
    { ...first, meta: { ...first.meta, label: 'Tablet' } },
    { ...first, meta: { ...first.meta, salt: toBase64Url(createSalt()) } },
    { ...first, meta: { ...first.meta, bind: second.meta.bind } },
    { ...first, createdAt: '2026-11-20T12:00:01.000Z' },
    { ...first, pub, mac: '' },
    { ...first, pub, mac: 'A'.repeat(43) },
    { ...first, pub, mac: 'not base64url!' },
    // Well-formed, but with a data key of the server.
    await createFactor({
      id: first.id,
      kind: 'passkey',
      secret: randomBytes(32),
      salt,
      walletId,
      address,
      dataKey: createDataKey(),
      createdAt: first.createdAt,
    }),
  ]
  const recoveryShare = randomBytes(33)
  const { sealed, refused } = await sealToFactors({
    recoveryShare,
    factors: [...good, ...planted],
    dataKey,
    walletId,
    deviceId,
    epoch,
  })
  expect(sealed.map(({ factorId }) => factorId)).toStrictEqual(good.map(({ id }) => id))
  expect(refused).toStrictEqual(planted.map(({ id }) => id))
  for (const { enc, ct } of sealed) {
    const open = openShare({
      privateKey: attacker.privateKey,
      enc: fromBase64Url(enc),
      ct: fromBase64Url(ct),
      walletId,
      deviceId,
      epoch,
    })
    await expect(open).rejects.toMatchObject({ code: 'recovery_failed' })
  }
})

test('behavior: threat 31: nothing is sealed to a factor of another wallet, even under the same data key', async () => {
  const factors = known.map(({ factor }) => factor)
  const { sealed, refused } = await sealToFactors({
    recoveryShare: randomBytes(33),
    factors,
    dataKey,
    walletId: deviceId,
    deviceId,
    epoch,
  })
  expect(sealed).toStrictEqual([])
  expect(refused).toHaveLength(3)
})

test('behavior: threat 32: the binding matches only one address and one secret', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 20, maxLength: 20 }),
      fc.uint8Array({ minLength: 16, maxLength: 32 }),
      async (other, wrong) => {
        for (const { factor, secret } of known) {
          expect(await verifyFactorBinding({ factor, secret, address: `0x${bytesToHex(other)}` })).toBe(false)
          expect(await verifyFactorBinding({ factor, secret: wrong, address })).toBe(false)
        }
      },
    ),
    { numRuns: 20 },
  )
})

test('behavior: rotation carries factors over to the new data key', async () => {
  const next = createDataKey()
  for (const { factor } of known) {
    const carried = await reauthenticateFactor({ factor, walletId, oldDataKey: dataKey, dataKey: next })
    expect({ ...carried, mac: factor.mac }).toStrictEqual(factor)
    expect(await verifyFactorMac({ factor: carried, walletId, dataKey: next })).toBe(true)
    expect(await verifyFactorMac({ factor: carried, walletId, dataKey })).toBe(false)
  }
})

test('error: threat 31: rotation does not carry over a planted factor', async () => {
  const factor = known[0]?.factor
  if (!factor) throw new Error('There are three')
  const forged = { ...factor, pub: toBase64Url(randomBytes(32)) }
  await expect(
    reauthenticateFactor({ factor: forged, walletId, oldDataKey: dataKey, dataKey: createDataKey() }),
  ).rejects.toMatchObject({ code: 'factor_forged' })
})
