import { wordlist as words } from '@scure/bip39/wordlists/english'
import { expect, test } from 'vitest'
import {
  answerDeviceTransfer,
  combineShares,
  createBackupCode,
  createDataKey,
  createDeviceTransfer,
  createFactor,
  createPasswordKey,
  createSalt,
  deriveEvaluatedSecret,
  deriveEvmKey,
  deriveFactorKeyPair,
  evaluateWithKey,
  type FactorKind,
  fromBase64Url,
  openDataKey,
  openDeviceShare,
  openShare,
  openVault,
  parseBackupCode,
  parseDeviceTransferCode,
  sealDataKey,
  sealShare,
  sealVault,
  splitDataKey,
  toBase64Url,
  verifyDeviceTransferAnswer,
  verifyFactorBinding,
} from '../exports/index.ts'
import { sealAnyVault } from '../testing/sealAnyVault.ts'
import { createDevice, createWallet, enrol, recover, rotate, saltOf, unlock } from '../testing/TestDevice.ts'
import { releaseFor, type TestServer } from '../testing/TestServer.ts'
import { encodeContents } from './encodeContents.ts'

const prf = crypto.getRandomValues(new Uint8Array(32))
const backup = createBackupCode()
const params = { m: 64, t: 1, p: 1 }
const passwordKey = createPasswordKey()
const passwordFactorId = crypto.randomUUID()
const passwordOf = (password: string) => {
  const input = { password, walletId: passwordFactorId, factorId: passwordFactorId }
  return deriveEvaluatedSecret({ password, output: evaluateWithKey({ ...input, key: passwordKey.key }), params })
}
const secrets: { kind: FactorKind; secret: Uint8Array; evaluated?: { id: string; oprf: Uint8Array } }[] = [
  { kind: 'passkey', secret: prf },
  { kind: 'backupCode', secret: parseBackupCode(backup.code.toLowerCase()) },
  {
    kind: 'password',
    secret: await passwordOf('correct horse battery staple'),
    evaluated: { id: passwordFactorId, oprf: passwordKey.publicKey },
  },
]

test('default: create, unlock, recover with each factor, remove the old device, rotate', async () => {
  const first = await createDevice()
  const server = await createWallet({ device: first, words, secrets })
  const { contents } = await unlock({ device: first, server })
  expect(deriveEvmKey({ seed: contents.seed }).address).toBe(server.address)

  const devices = [first]
  for (const [index, { secret }] of secrets.entries()) {
    const factor = server.factors[index]
    if (!factor) throw new Error('Each secret has its factor')
    const device = await createDevice()
    expect((await recover({ device, server, factor, secret })).contents).toStrictEqual(contents)
    expect((await unlock({ device, server })).contents).toStrictEqual(contents)
    devices.push(device)
  }
  // Each device has its own split: removing one does not affect the others.
  server.devices.delete(first.deviceId)
  await expect(unlock({ device: first, server })).rejects.toThrow('The server released no share')
  for (const device of devices.slice(1)) expect((await unlock({ device, server })).contents).toStrictEqual(contents)

  const [, second, third] = devices
  if (!second || !third) throw new Error('There are four')
  const before = await unlock({ device: second, server })
  await rotate({ device: second, server })
  const after = await unlock({ device: second, server })
  expect(after.dataKey).not.toStrictEqual(before.dataKey)
  expect(after.contents.seed).toStrictEqual(contents.seed)
  await expect(unlock({ device: third, server })).rejects.toThrow('The server released no share')
  // Every factor still recovers.
  for (const [index, { secret }] of secrets.entries()) {
    const factor = server.factors[index]
    if (!factor) throw new Error('Each secret has its factor')
    const opened = await recover({ device: await createDevice(), server, factor, secret })
    expect(opened.contents.entropy).toStrictEqual(contents.entropy)
  }
})

test('behavior: the old data key and every old share are useless after a rotation', async () => {
  const device = await createDevice()
  const server = await createWallet({ device, words, secrets })
  const { dataKey } = await unlock({ device, server })
  await rotate({ device, server })
  const { walletId, address, vault, vaultVersion: version } = server
  await expect(openVault({ vault, dataKey, walletId, address, version })).rejects.toMatchObject({
    code: 'vault_broken',
  })
})

test('behavior: after an epoch that the server did not confirm, the device can open with the confirmed one', async () => {
  const device = await createDevice()
  const server = await createWallet({ device, words, secrets })
  const confirmed = server.devices.get(device.deviceId)
  const { dataKey } = await unlock({ device, server })
  await enrol({ device, server, dataKey })
  if (confirmed) server.devices.set(device.deviceId, confirmed)
  expect((await unlock({ device, server })).dataKey).toStrictEqual(dataKey)
})

test('behavior: threat 73: a device recovers without the server from D, its sealed R and the vault', async () => {
  const device = await createDevice()
  const server = await createWallet({ device, words, secrets })
  const { walletId, address, vault, vaultVersion: version, factors, devices } = server
  const { deviceId, key, boxes } = device
  const [epoch, box] = [...boxes][0] ?? []
  const sealed = devices.get(deviceId)?.sealed[1]
  const factor = factors[1]
  if (!epoch || !box || !sealed || !factor) throw new Error('The wallet was created')
  const second = await openDeviceShare({ key, box, walletId, deviceId, epoch })
  const salt = saltOf(factor)
  const { privateKey } = await deriveFactorKeyPair({ kind: 'backupCode', secret: backup.secret, salt })
  const [enc, ct] = [fromBase64Url(sealed.enc), fromBase64Url(sealed.ct)]
  const first = await openShare({ privateKey, enc, ct, walletId, deviceId, epoch })
  const dataKey = await combineShares({ first, second })
  expect((await openVault({ vault, dataKey, walletId, address, version })).factors).toStrictEqual(factors)
})

test('behavior: a new device gets the wallet from an old one', async () => {
  const old = await createDevice()
  const server = await createWallet({ device: old, words, secrets: [] })
  const { dataKey, contents } = await unlock({ device: old, server })
  const handoverId = crypto.randomUUID()
  const { code, secret } = createDeviceTransfer({ handoverId })
  const read = parseDeviceTransferCode(code)
  const { privateKey, pub, mac } = await answerDeviceTransfer({ secret: read.secret })
  expect(await verifyDeviceTransferAnswer({ secret, pub, mac })).toBe(true)
  const { walletId, address, vault, vaultVersion: version } = server
  const sealed = await sealDataKey({ dataKey, publicKey: pub, secret, walletId, handoverId })
  const received = await openDataKey({
    privateKey,
    ...sealed,
    secret: read.secret,
    walletId,
    handoverId: read.handoverId,
  })
  expect(await openVault({ vault, dataKey: received, walletId, address, version })).toStrictEqual(contents)
  const fresh = await createDevice()
  await enrol({ device: fresh, server, dataKey: received })
  expect((await unlock({ device: fresh, server })).contents).toStrictEqual(contents)
})

test('behavior: threat 30: with the whole database and its key, no pair of the server’s data opens the vault', async () => {
  const first = await createDevice()
  const server = await createWallet({ device: first, words, secrets })
  const { dataKey } = await unlock({ device: first, server })
  for (let round = 0; round < 3; round++) await enrol({ device: await createDevice(), server, dataKey })
  const held = [...server.devices.values()].flatMap(({ share, sealed }) => [
    fromBase64Url(share),
    ...sealed.flatMap(({ enc, ct }) => {
      const [point, box] = [fromBase64Url(enc), fromBase64Url(ct)]
      // All 33 byte sequences of it that could be a share.
      return [box.subarray(0, 33), box.subarray(16), new Uint8Array([...point, box[0] ?? 1])]
    }),
  ])
  const { walletId, address, vault, vaultVersion: version } = server
  let tried = 0
  let opened = 0
  for (const one of held)
    for (const other of held) {
      tried++
      try {
        const guess = await combineShares({ first: one, second: other })
        await openVault({ vault, dataKey: guess, walletId, address, version })
        opened++
      } catch (error) {
        expect(error).toMatchObject({ code: 'vault_broken' })
      }
    }
  expect([tried, opened]).toStrictEqual([held.length ** 2, 0])
  expect(held).toHaveLength(4 * 10)
  // Nor does any of it as the key of a factor or as the data key itself.
  for (const bytes of held) {
    const guess = bytes.slice(0, 32)
    await expect(openVault({ vault, dataKey: guess, walletId, address, version })).rejects.toThrow()
    const { deviceId, epoch, sealed } = releaseFor(server, server.factors[0]?.id ?? '')
    const [enc, ct] = [fromBase64Url(sealed.enc), fromBase64Url(sealed.ct)]
    await expect(openShare({ privateKey: guess, enc, ct, walletId, deviceId, epoch })).rejects.toThrow()
  }
})

test('behavior: threat 59: all data of a device, with its key read by malware, opens nothing without A or a factor', async () => {
  const device = await createDevice()
  const server = await createWallet({ device, words, secrets })
  const { dataKey } = await unlock({ device, server })
  await enrol({ device, server, dataKey })
  const { walletId, address, vault, vaultVersion: version, devices } = server
  const { deviceId, key, boxes } = device
  const held: Uint8Array[] = []
  for (const [epoch, box] of boxes) held.push(await openDeviceShare({ key, box, walletId, deviceId, epoch }))
  for (const { ct } of devices.get(deviceId)?.sealed ?? []) held.push(fromBase64Url(ct).subarray(0, 33))
  expect(held).toHaveLength(2 + secrets.length)
  for (const first of held)
    for (const second of held)
      await expect(
        combineShares({ first, second }).then((guess) =>
          openVault({ vault, dataKey: guess, walletId, address, version }),
        ),
      ).rejects.toMatchObject({ code: 'vault_broken' })
})

test('behavior: threat 31: a device does not seal to a factor that the server planted, so the planter recovers nothing', async () => {
  const device = await createDevice()
  const server = await createWallet({ device, words, secrets })
  const { dataKey } = await unlock({ device, server })
  const { walletId, address } = server
  const secret = crypto.getRandomValues(new Uint8Array(32))
  const planted = await createFactor({
    id: crypto.randomUUID(),
    kind: 'passkey',
    secret,
    salt: createSalt(),
    walletId,
    address,
    dataKey: createDataKey(),
    createdAt: '2026-11-20T12:00:00.000Z',
  })
  server.factors = [...server.factors, planted]
  expect(await enrol({ device, server, dataKey })).toStrictEqual([planted.id])
  expect(() => releaseFor(server, planted.id)).toThrow('No device covers this factor')
})

test('behavior: threat 32: a server that swaps wallet and address at recovery fails at the binding', async () => {
  const server = await createWallet({ device: await createDevice(), words, secrets })
  const attacker = await createWallet({ device: await createDevice(), words, secrets: [] })
  const factor = server.factors[0]
  if (!factor) throw new Error('There are three')
  const swapped: TestServer = { ...attacker, factors: server.factors, devices: server.devices }
  const device = await createDevice()
  await expect(recover({ device, server: swapped, factor, secret: prf })).rejects.toThrow('The binding does not fit')
})

test('behavior: threat 32: a server that keeps the address but gives its own vault and shares fails at the seed', async () => {
  const server = await createWallet({ device: await createDevice(), words, secrets })
  const factor = server.factors[0]
  if (!factor) throw new Error('There are three')
  // All data that it needs is public: the factor's key, its true binding, the address.
  const { walletId, address } = server
  const dataKey = createDataKey()
  const planter = await createDevice()
  const { contents } = await unlock({
    device: planter,
    server: await createWallet({ device: planter, words, secrets: [] }),
  })
  await expect(sealVault({ contents, dataKey, walletId, address })).rejects.toMatchObject({ field: 'address' })
  const { version } = contents
  const vault = await sealAnyVault({ plaintext: encodeContents(contents), dataKey, walletId, address, version })
  const { auth, recovery } = await splitDataKey({ dataKey })
  const deviceId = crypto.randomUUID()
  const publicKey = fromBase64Url(factor.pub)
  const { enc, ct } = await sealShare({ recoveryShare: recovery, publicKey, walletId, deviceId, epoch: 1 })
  const sealed = [{ factorId: factor.id, enc: toBase64Url(enc), ct: toBase64Url(ct) }]
  const forged: TestServer = {
    ...server,
    vault,
    vaultVersion: version,
    devices: new Map([[deviceId, { epoch: 1, share: toBase64Url(auth), sealed }]]),
  }
  expect(await verifyFactorBinding({ factor, secret: prf, address })).toBe(true)
  const device = await createDevice()
  await expect(recover({ device, server: forged, factor, secret: prf })).rejects.toMatchObject({ code: 'vault_broken' })
})

test('behavior: threat 33: shares of another epoch or device, given as the right ones, do not open', async () => {
  const [one, two] = [await createDevice(), await createDevice()]
  const server = await createWallet({ device: one, words, secrets })
  const early = server.devices.get(one.deviceId)
  const { dataKey } = await unlock({ device: one, server })
  await enrol({ device: one, server, dataKey })
  await enrol({ device: two, server, dataKey })
  const late = server.devices.get(one.deviceId)
  const other = server.devices.get(two.deviceId)
  if (!early || !late || !other) throw new Error('All are enrolled')
  for (const share of [early.share, other.share]) {
    server.devices.set(one.deviceId, { ...late, share })
    await expect(unlock({ device: one, server })).rejects.toMatchObject({ code: 'vault_broken' })
  }
  server.devices.set(one.deviceId, { ...late, sealed: other.sealed })
  server.devices.delete(two.deviceId)
  const factor = server.factors[1]
  if (!factor) throw new Error('There are three')
  await expect(recover({ device: await createDevice(), server, factor, secret: backup.secret })).rejects.toMatchObject({
    code: 'recovery_failed',
  })
})

test('behavior: threat 34: a device that saw a newer vault refuses an older one, with its list of factors', async () => {
  const device = await createDevice()
  const server = await createWallet({ device, words, secrets })
  const old = { ...server, devices: new Map(server.devices) }
  await rotate({ device, server })
  await expect(unlock({ device, server: old })).rejects.toMatchObject({ code: 'vault_rolled_back' })
  const { vault } = old
  await expect(unlock({ device, server: { ...server, vault } })).rejects.toMatchObject({ code: 'vault_broken' })
})

test('behavior: threat 36: a wrong password recovers nothing, with or without the check of the binding', async () => {
  const server = await createWallet({ device: await createDevice(), words, secrets })
  const factor = server.factors[2]
  if (!factor) throw new Error('There are three')
  const secret = await passwordOf('correct horse battery stapler')
  const device = await createDevice()
  await expect(recover({ device, server, factor, secret })).rejects.toThrow('The binding does not fit')
  const { deviceId, epoch, sealed } = releaseFor(server, factor.id)
  const { privateKey } = await deriveFactorKeyPair({ kind: 'password', secret, salt: saltOf(factor) })
  const [enc, ct] = [fromBase64Url(sealed.enc), fromBase64Url(sealed.ct)]
  const { walletId } = server
  await expect(openShare({ privateKey, enc, ct, walletId, deviceId, epoch })).rejects.toMatchObject({
    code: 'recovery_failed',
  })
})
