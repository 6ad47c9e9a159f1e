import { expect, test } from 'vitest'
import { randomBytes } from '../bytes/randomBytes.ts'
import { createPasswordKey } from '../factors/passwordOprf.ts'
import { openPasswordKey, sealPasswordKey } from './sealPasswordKey.ts'

const splitting = {
  walletId: '0f6d3c1e-5a1b-4c2d-8e3f-901234567890',
  deviceId: '7b1d2f3e-4c5d-4e6f-8a9b-0c1d2e3f4a5b',
  epoch: 3,
  factorId: '10000000-0000-4000-8000-000000000004',
}

test('default', async () => {
  const share = randomBytes(33)
  const { key: passwordKey } = createPasswordKey()
  const box = await sealPasswordKey({ ...splitting, share, passwordKey })
  expect(await openPasswordKey({ ...splitting, share, box })).toStrictEqual(passwordKey)
})

test('error: finding F4: threat 166: another share, wallet, device, epoch or factor does not open it', async () => {
  const share = randomBytes(33)
  const { key: passwordKey } = createPasswordKey()
  const box = await sealPasswordKey({ ...splitting, share, passwordKey })
  const changed = box.map((byte, index) => (index === box.length - 1 ? byte ^ 1 : byte))
  for (const wrong of [
    { share: randomBytes(33) },
    { walletId: splitting.deviceId },
    { deviceId: splitting.walletId },
    { epoch: 4 },
    { factorId: splitting.walletId },
    { box: changed },
    { box: new Uint8Array(0) },
  ]) {
    const open = openPasswordKey({ ...splitting, share, box, ...wrong })
    await expect(open).rejects.toMatchObject({ code: 'recovery_failed' })
  }
})
