import { createHmac, hkdfSync } from 'node:crypto'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import frozen from '../../vectors/frozen.json' with { type: 'json' }
import { randomBytes } from '../bytes/randomBytes.ts'
import { sealHpke } from '../seal/hpke.ts'
import { createDataKey } from '../vault/createDataKey.ts'
import { answerDeviceTransfer, matchNumberOf, verifyDeviceTransferAnswer } from './answerDeviceTransfer.ts'
import { createDeviceTransfer, deviceTransferCodeOf, parseDeviceTransferCode } from './deviceTransferCode.ts'
import { openDataKey, sealDataKey } from './sealDataKey.ts'

const { walletId, handoverId } = frozen

test('default', async () => {
  // The old device shows a code, the new one reads it and answers.
  const old = createDeviceTransfer({ handoverId })
  const read = parseDeviceTransferCode(old.code)
  expect(read).toStrictEqual({ handoverId, secret: old.secret })
  const answer = await answerDeviceTransfer({ secret: read.secret })
  // The old device checks the answer; both show the number.
  const { pub, mac } = answer
  expect(await verifyDeviceTransferAnswer({ secret: old.secret, pub, mac })).toBe(true)
  const number = await matchNumberOf({ secret: old.secret, pub })
  expect(number).toMatch(/^\d{6}$/)
  expect(await matchNumberOf({ secret: read.secret, pub })).toBe(number)
  const dataKey = createDataKey()
  const sealed = await sealDataKey({ dataKey, publicKey: pub, secret: old.secret, walletId, handoverId })
  expect([sealed.enc.length, sealed.ct.length]).toStrictEqual([32, 48])
  const { privateKey } = answer
  expect(await openDataKey({ privateKey, ...sealed, secret: read.secret, walletId, handoverId })).toStrictEqual(dataKey)
})

test('behavior: code, MAC, number and sealed key are unchanged since this test was written', async () => {
  const { handover } = frozen
  const [secret, pub] = [hexToBytes(handover.secret), hexToBytes(handover.pub)]
  expect(deviceTransferCodeOf({ handoverId, secret })).toBe(handover.code)
  expect(await verifyDeviceTransferAnswer({ secret, pub, mac: hexToBytes(handover.mac) })).toBe(true)
  expect(await matchNumberOf({ secret, pub })).toBe(handover.matchNumber)
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'ew/handover/v1', 32))
  expect(createHmac('sha256', key).update(pub).digest('hex')).toBe(handover.mac)
  const [privateKey, enc, ct] = [handover.privateKey, handover.enc, handover.ct].map(hexToBytes)
  if (!privateKey || !enc || !ct) throw new Error('There are three')
  expect(bytesToHex(await openDataKey({ privateKey, enc, ct, secret, walletId, handoverId }))).toBe(frozen.dataKey)
})

test('behavior: every id and secret can be decoded', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uint8Array({ minLength: 10, maxLength: 10 }), (id, secret) => {
      const code = deviceTransferCodeOf({ handoverId: id, secret })
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){10}[0-9A-HJKMNP-TV-Z]{4}$/)
      expect(parseDeviceTransferCode(code.toLowerCase())).toStrictEqual({
        handoverId: id,
        secret: new Uint8Array(secret),
      })
    }),
  )
})

test('behavior: detects a server that inserts its own public key', async () => {
  const { secret } = createDeviceTransfer({ handoverId })
  const own = await answerDeviceTransfer({ secret: randomBytes(10) })
  expect(await verifyDeviceTransferAnswer({ secret, pub: own.pub, mac: own.mac })).toBe(false)
  const honest = await answerDeviceTransfer({ secret })
  expect(await verifyDeviceTransferAnswer({ secret, pub: own.pub, mac: honest.mac })).toBe(false)
  expect(await verifyDeviceTransferAnswer({ secret, pub: honest.pub, mac: honest.mac.subarray(1) })).toBe(false)
})

test('behavior: detects a server that sends its own data key', async () => {
  const { secret } = createDeviceTransfer({ handoverId })
  const { privateKey, pub } = await answerDeviceTransfer({ secret })
  const place = { walletId, handoverId }
  const guessed = await sealDataKey({ dataKey: createDataKey(), publicKey: pub, secret: randomBytes(10), ...place })
  const info = new TextEncoder().encode(JSON.stringify({ h: handoverId, t: 'H', w: walletId }))
  const bare = await sealHpke({ publicKey: pub, plaintext: createDataKey(), info })
  for (const sealed of [guessed, bare])
    await expect(openDataKey({ privateKey, ...sealed, secret, ...place })).rejects.toMatchObject({
      code: 'recovery_failed',
    })
})

test('behavior: a sealed data key opens for no other wallet, device transfer or device', async () => {
  const { secret } = createDeviceTransfer({ handoverId })
  const { privateKey, pub } = await answerDeviceTransfer({ secret })
  const sealed = await sealDataKey({ dataKey: createDataKey(), publicKey: pub, secret, walletId, handoverId })
  const other = await answerDeviceTransfer({ secret })
  const failed = { code: 'recovery_failed' }
  for (const change of [{ walletId: handoverId }, { handoverId: walletId }, { privateKey: other.privateKey }])
    await expect(openDataKey({ privateKey, ...sealed, secret, walletId, handoverId, ...change })).rejects.toMatchObject(
      failed,
    )
})

test.each(['', frozen.backupCode.code, frozen.handover.code.replace('7', '8'), frozen.handover.code.slice(5)])(
  'error: %j is no code of a device transfer',
  (text) => {
    expect(() => parseDeviceTransferCode(text)).toThrow(expect.objectContaining({ code: 'handover_code_invalid' }))
  },
)

test('error: only a UUID is the id of a device transfer', () => {
  for (const id of ['', 'x', `${handoverId}0`, handoverId.toUpperCase()])
    expect(() => createDeviceTransfer({ handoverId: id })).toThrow(
      expect.objectContaining({ code: 'malformed_request', field: 'handoverId' }),
    )
})
