import { expect, test } from 'vitest'
import { randomBytes } from '../bytes/randomBytes.ts'
import { deriveHpkeKeyPair } from './hpke.ts'
import { openDeviceBox, sealDeviceBox } from './sealDeviceBox.ts'
import { createDeviceKey, openDeviceShare, sealDeviceShare } from './sealDeviceShare.ts'
import { openShare, sealShare } from './sealShare.ts'

const splitting = { walletId: crypto.randomUUID(), deviceId: crypto.randomUUID(), epoch: 3 }
const { privateKey, publicKey } = deriveHpkeKeyPair(randomBytes(32))

test('default', async () => {
  const key = await createDeviceKey()
  const share = randomBytes(33)
  const box = await sealDeviceShare({ key, share, ...splitting })
  const sealed = await sealDeviceBox({ box, publicKey, ...splitting })
  const opened = await openDeviceBox({ privateKey, ...sealed, ...splitting })
  expect(opened).toStrictEqual(box)
  expect(await openDeviceShare({ key, box: opened, ...splitting })).toStrictEqual(share)
})

test('finding F3: threat 158: a locked box opens only with its own factor, wallet, device and epoch', async () => {
  const box = randomBytes(61)
  const sealed = await sealDeviceBox({ box, publicKey, ...splitting })
  const other = deriveHpkeKeyPair(randomBytes(32)).privateKey
  const refused = { code: 'recovery_failed' }
  await expect(openDeviceBox({ privateKey: other, ...sealed, ...splitting })).rejects.toMatchObject(refused)
  for (const change of [{ walletId: 'x' }, { deviceId: 'x' }, { epoch: 4 }]) {
    const changed = { ...splitting, ...change }
    await expect(openDeviceBox({ privateKey, ...sealed, ...changed })).rejects.toMatchObject(refused)
  }
  // A recovery share never replaces a locked box, nor the reverse.
  await expect(openShare({ privateKey, ...sealed, ...splitting })).rejects.toMatchObject(refused)
  const recovery = await sealShare({ recoveryShare: randomBytes(33), publicKey, ...splitting })
  await expect(openDeviceBox({ privateKey, ...recovery, ...splitting })).rejects.toMatchObject(refused)
})
