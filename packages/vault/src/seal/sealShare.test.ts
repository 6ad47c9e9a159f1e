import { hexToBytes } from '@noble/hashes/utils'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import frozen from '../../vectors/frozen.json' with { type: 'json' }
import { randomBytes } from '../bytes/randomBytes.ts'
import { createHpkeKeyPair } from './hpke.ts'
import { createDeviceKey, openDeviceShare, sealDeviceShare } from './sealDeviceShare.ts'
import { openShare, sealShare } from './sealShare.ts'

const { walletId, deviceId, epoch } = frozen
const splitting = { walletId, deviceId, epoch }
const elsewhere = [
  { ...splitting, walletId: deviceId },
  { ...splitting, deviceId: walletId },
  { ...splitting, epoch: epoch + 1 },
]

test('default', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 33, maxLength: 33 }), fc.integer({ min: 1 }), async (share, number) => {
      const { privateKey, publicKey } = createHpkeKeyPair()
      const place = { walletId, deviceId, epoch: number }
      const { enc, ct } = await sealShare({ recoveryShare: share, publicKey, ...place })
      expect([enc.length, ct.length]).toStrictEqual([32, 49])
      expect(await openShare({ privateKey, enc, ct, ...place })).toStrictEqual(new Uint8Array(share))
    }),
    { numRuns: 20 },
  )
})

test('behavior: a share that was sealed when this test was written still opens', async () => {
  const privateKey = hexToBytes(frozen.factors[0]?.privateKey ?? '')
  const enc = hexToBytes(frozen.sealedShare.enc)
  const ct = hexToBytes(frozen.sealedShare.ct)
  expect(await openShare({ privateKey, enc, ct, ...splitting })).toStrictEqual(hexToBytes(frozen.shares.recovery))
})

test('behavior: threat 33: a recovery share that was moved to another wallet, device or epoch does not open', async () => {
  const { privateKey, publicKey } = createHpkeKeyPair()
  const sealed = await sealShare({ recoveryShare: randomBytes(33), publicKey, ...splitting })
  for (const place of elsewhere)
    await expect(openShare({ privateKey, ...sealed, ...place })).rejects.toMatchObject({ code: 'recovery_failed' })
})

test('behavior: threat 33: a corrupted recovery share does not open, whichever byte it is', async () => {
  const { privateKey, publicKey } = createHpkeKeyPair()
  const { enc, ct } = await sealShare({ recoveryShare: randomBytes(33), publicKey, ...splitting })
  for (let place = 0; place < ct.length; place++) {
    const broken = ct.with(place, (ct[place] ?? 0) ^ 1)
    await expect(openShare({ privateKey, enc, ct: broken, ...splitting })).rejects.toMatchObject({
      code: 'recovery_failed',
    })
  }
  await expect(openShare({ privateKey, enc, ct: new Uint8Array(0), ...splitting })).rejects.toThrow()
})

test('behavior: another factor does not open it', async () => {
  const sealed = await sealShare({
    recoveryShare: randomBytes(33),
    publicKey: createHpkeKeyPair().publicKey,
    ...splitting,
  })
  const { privateKey } = createHpkeKeyPair()
  await expect(openShare({ privateKey, ...sealed, ...splitting })).rejects.toMatchObject({ code: 'recovery_failed' })
})

test('error: shares and keys of a wrong length are not sealed', async () => {
  const { publicKey } = createHpkeKeyPair()
  await expect(sealShare({ recoveryShare: randomBytes(32), publicKey, ...splitting })).rejects.toMatchObject({
    field: 'recoveryShare',
  })
  await expect(
    sealShare({ recoveryShare: randomBytes(33), publicKey: randomBytes(31), ...splitting }),
  ).rejects.toMatchObject({ field: 'publicKey' })
})

test('behavior: the device share is sealed under a key that no script can export', async () => {
  const key = await createDeviceKey()
  expect(key).toMatchObject({ extractable: false, algorithm: { name: 'AES-GCM', length: 256 } })
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  const share = randomBytes(33)
  const box = await sealDeviceShare({ key, share, ...splitting })
  expect(await openDeviceShare({ key, box, ...splitting })).toStrictEqual(share)
  expect(await sealDeviceShare({ key, share, ...splitting })).not.toStrictEqual(box)
})

test('behavior: a device share that was sealed when this test was written still opens', async () => {
  const raw = hexToBytes(frozen.deviceShare.key)
  const key = await crypto.subtle.importKey('raw', new Uint8Array(raw), 'AES-GCM', false, ['decrypt'])
  const box = hexToBytes(frozen.deviceShare.box)
  expect(await openDeviceShare({ key, box, ...splitting })).toStrictEqual(hexToBytes(frozen.shares.device))
})

test('behavior: threat 33: a device share that was moved or corrupted does not open', async () => {
  const key = await createDeviceKey()
  const box = await sealDeviceShare({ key, share: randomBytes(33), ...splitting })
  const broken = { code: 'vault_broken' }
  for (const place of elsewhere) await expect(openDeviceShare({ key, box, ...place })).rejects.toMatchObject(broken)
  for (let place = 0; place < box.length; place++) {
    const changed = box.with(place, (box[place] ?? 0) ^ 128)
    await expect(openDeviceShare({ key, box: changed, ...splitting })).rejects.toMatchObject(broken)
  }
  const other = await createDeviceKey()
  await expect(openDeviceShare({ key: other, box, ...splitting })).rejects.toMatchObject(broken)
  await expect(openDeviceShare({ key, box: new Uint8Array(5), ...splitting })).rejects.toMatchObject(broken)
})
