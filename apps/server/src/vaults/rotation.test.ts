import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '../audit/testing/readAudit.ts'
import { mailContext } from '../mail/createMailer.ts'
import { emailOutbox } from '../mail/schema.ts'
import {
  createDeviceKey,
  createTestOrigin,
  type TestDevice,
  type TestOrigin,
  walletOrigin,
} from '../testing/createTestOrigin.ts'
import {
  createTestEnrolment,
  createTestFactor,
  createTestPassword,
  createTestReturn,
  createTestShares,
  createTestVaultBytes,
  createTestWallet,
  signTestChange,
} from '../testing/createTestVault.ts'
import { startSweep } from '../walletOrigin/startSweep.ts'
import { archivedDeviceShares, archivedRecoveryShares, walletArchives } from './schema.ts'

const day = 86_400_000
let origin: TestOrigin
let now = Date.now()
beforeAll(async () => {
  origin = await createTestOrigin({ clock: { now: () => now } })
})
afterAll(() => origin.stop())

type Read = {
  vault: string
  vaultVersion: number
  returned: { version: number } | null
  factors: { id: string }[]
  share: { epoch: number; share: string } | null
  earlier: { archiveId: string; version: number }[]
}
const read = async (device: TestDevice) => (await device.call('GET', '/v1/wallet')).json as unknown as Read
const seen = new Set<string>()
/** Returns the new emails since the last call. */
const newMails = async () => {
  const { sealer } = origin.services.auth.parts
  const rows = (await origin.context.database.select().from(emailOutbox)).filter(({ id }) => !seen.has(id))
  for (const { id } of rows) seen.add(id)
  return Promise.all(
    rows.map(async ({ id, template, sealed: box, kekId }) => {
      const plaintext = await sealer.open({ sealed: { box, kekId }, context: mailContext({ id, template }) })
      const { contents } = JSON.parse(Buffer.from(plaintext).toString()) as { contents: Record<string, unknown> }
      return { template: String(template), contents }
    }),
  )
}
const lastMail = async () => (await newMails()).findLast(({ template }) => /^wallet(Rotated|Restored)$/.test(template))
const tokenIn = (mail: Awaited<ReturnType<typeof lastMail>>) => String(mail?.contents.undoUrl).split('#')[1] ?? ''

/** Two devices of one user with a wallet and a factor. `again` logs in one of them again. */
async function startTwo() {
  const email = `${randomUUID()}@example.com`
  const keys = [await createDeviceKey(), await createDeviceKey()] as const
  const first = await origin.signIn({ email, key: keys[0] })
  const factors = [createTestFactor()]
  const wallet = await createTestWallet(first, { factors })
  expect((await first.call('POST', '/v1/wallet', wallet)).status).toBe(200)
  const second = await origin.signIn({ email, key: keys[1] })
  const shares = createTestShares(1, factors)
  await second.call('POST', '/v1/wallet/device', await createTestEnrolment(second, wallet, shares))
  const again = (index: 0 | 1) => origin.signIn({ email, key: keys[index] })
  const rotate = async (device: TestDevice, { epoch = 2, vaultVersion = 1 } = {}) => {
    const renewed = factors.map((factor) => createTestFactor({ ...factor, mac: createTestFactor().mac }))
    const body = await signTestChange(device, wallet, 'rotate', {
      ...{ vault: createTestVaultBytes(), vaultVersion, factors: renewed, device: createTestShares(epoch, renewed) },
      return: createTestReturn(wallet, vaultVersion, now),
    })
    const reply = await device.call('POST', '/v1/wallet/rotate', body)
    return { ...reply, body }
  }
  const undo = async (device: TestDevice, archiveId: string | undefined, version: number) => {
    const body = { archiveId, return: createTestReturn(wallet, version, now) }
    return device.call('POST', '/v1/wallet/undo', await signTestChange(device, wallet, 'undoRotation', body))
  }
  const undoByMail = (token: string) => origin.callWithProof(keys[0])('POST', '/v1/wallet/undo/link', { token })
  return { email, first, second, factors, wallet, shares, again, rotate, undo, undoByMail }
}

describe('finding F1: threat 147: a change of the data key is undone', () => {
  test('by the link of the notice: everything is restored, all logins end, and it is logged and reported', async () => {
    const { first, second, factors, wallet, shares, again, rotate, undoByMail } = await startTwo()
    const before = await read(second)
    expect((await rotate(first)).status).toBe(200)
    const mail = await lastMail()
    expect(mail).toMatchObject({ template: 'walletRotated', contents: { days: 7 } })
    // Opening the link changes nothing.
    expect((await origin.app.request(`${walletOrigin}/w/rotation`)).status).toBe(200)
    expect((await read(first)).vaultVersion).toBe(2)

    expect(await undoByMail(tokenIn(mail))).toMatchObject({ status: 200, json: { address: wallet.address } })
    expect((await first.call('GET', '/v1/wallet')).json.code).toBe('session_ended')
    expect(await lastMail()).toMatchObject({ template: 'walletRestored' })
    const back = await again(1)
    // The vault is the earlier one, and the wallet's version still increases.
    expect(await read(back)).toMatchObject({
      ...{ vault: before.vault, vaultVersion: 3, returned: { version: 1 }, factors },
      share: { epoch: 1, share: shares.share },
    })
    expect(await read(await again(0))).toMatchObject({ share: { epoch: 1, share: wallet.device.share } })
    const recovered = await back.call('POST', '/v1/wallet/recover', { factorId: factors[0]?.id })
    expect((recovered.json as unknown as { sets: unknown[] }).sets).toHaveLength(2)
    const rows = await readAudit(origin.context, { userId: first.userId })
    expect(rows.filter(({ event }) => event === 'wallet.restored').map(({ data }) => data)).toEqual([{ mail: true }])
    // The link works once.
    expect((await undoByMail(tokenIn(mail))).json.code).toBe('link_invalid')
    // The next change continues from there, and `returned` is cleared.
    const change = { factorId: factors[0]?.id, vault: createTestVaultBytes(), vaultVersion: 3 }
    const removed = await signTestChange(back, wallet, 'removeFactor', change)
    expect(await back.call('POST', '/v1/wallet/factors/remove', removed)).toMatchObject({ json: { vaultVersion: 4 } })
    expect(await read(back)).toMatchObject({ vaultVersion: 4, returned: null })
  })

  test('by the device that made it, and that undo in turn by the same device', async () => {
    const { first, again, rotate, undo } = await startTwo()
    const { body } = await rotate(first)
    const [entry] = (await read(first)).earlier
    expect((await undo(first, entry?.archiveId, 1)).status).toBe(200)
    const back = await again(0)
    const restored = await read(back)
    expect(restored).toMatchObject({ vaultVersion: 3, share: { epoch: 1 }, earlier: [{ version: 2 }] })
    // The undone epoch is archived as well, so that an undo never loses a wallet.
    expect((await undo(back, restored.earlier[0]?.archiveId, 2)).status).toBe(200)
    expect(await read(await again(0))).toMatchObject({
      ...{ vault: body.vault, vaultVersion: 4, returned: { version: 2 }, share: { epoch: 2 } },
    })
  })

  test('by a device that it revoked, which gets its earlier share only after a fresh step-up', async () => {
    const { first, again, shares, wallet, rotate, undo } = await startTwo()
    await rotate(first)
    const out = await again(1)
    const { share, earlier } = await read(out)
    expect(share).toBeNull()
    const ask = (device: TestDevice) => device.call('POST', '/v1/wallet/earlier', { archiveId: earlier[0]?.archiveId })
    expect((await ask(out)).json).toMatchObject({
      ...{ vault: wallet.vault, version: 1, share: { epoch: 1, share: shares.share } },
    })
    now += 5 * 60_000 + 1000
    expect((await ask(out)).json.code).toBe('step_up_required')
    expect((await undo(out, earlier[0]?.archiveId, 1)).json.code).toBe('step_up_required')
    const fresh = await again(1)
    expect((await undo(fresh, earlier[0]?.archiveId, 1)).status).toBe(200)
    expect(await read(await again(1))).toMatchObject({ share: { epoch: 1, share: shares.share } })
  })

  test('a password comes back with its key', async () => {
    const { first, wallet, again, undoByMail } = await startTwo()
    const { factor, passwordKey } = createTestPassword()
    const known = await read(first)
    const factors = [...known.factors, factor]
    const adding = { factor, passwordKey, vault: createTestVaultBytes(), vaultVersion: 1 }
    const added = await signTestChange(first, wallet, 'addFactor', { ...adding, device: createTestShares(2, factors) })
    expect((await first.call('POST', '/v1/wallet/factors', added)).status).toBe(200)
    // A rotation can omit it.
    const kept = factors.slice(0, 1)
    const body = await signTestChange(first, wallet, 'rotate', {
      ...{ vault: createTestVaultBytes(), vaultVersion: 2, factors: kept, device: createTestShares(3, kept) },
      return: createTestReturn(wallet, 2, now),
    })
    expect((await first.call('POST', '/v1/wallet/rotate', body)).status).toBe(200)
    expect((await undoByMail(tokenIn(await lastMail()))).status).toBe(200)
    expect((await read(await again(0))).factors).toEqual(expect.arrayContaining([factor]))
  })
})

describe('finding F1: threat 147: callers that cannot undo it', () => {
  test('a login alone, a stranger, a wrong proof, a wrong vault', async () => {
    const { email, first, second, wallet, rotate, undo } = await startTwo()
    await rotate(first)
    const [entry] = (await read(first)).earlier
    const id = entry?.archiveId
    const thief = await origin.signIn({ email })
    expect((await undo(thief, id, 1)).json.code).toBe('device_not_enrolled')
    expect((await thief.call('POST', '/v1/wallet/earlier', { archiveId: id })).json).toMatchObject({ share: null })
    const stranger = await startTwo()
    expect((await stranger.undo(stranger.first, id, 1)).json.code).toBe('archive_unknown')
    expect((await undo(first, randomUUID(), 1)).json.code).toBe('archive_unknown')
    expect((await undo(first, id, 2)).json.code).toBe('invalid_body')
    const good = await signTestChange(first, wallet, 'undoRotation', {
      archiveId: id,
      return: createTestReturn(wallet, 1, now),
    })
    for (const body of [
      { ...good, return: createTestReturn({ walletId: randomUUID() }, 1, now) },
      { ...good, proof: 'A'.repeat(86) },
      await signTestChange(second, wallet, 'undoRotation', good),
      await signTestChange(first, wallet, 'rotate', good),
    ])
      expect((await first.call('POST', '/v1/wallet/undo', body)).json.code).toBe('signature_invalid')
    expect(await read(first)).toMatchObject({ vaultVersion: 2 })
  })

  test('every caller after seven days, when it is deleted from the database', async () => {
    const { first, again, rotate, undo, undoByMail } = await startTwo()
    await rotate(first)
    const token = tokenIn(await lastMail())
    const [entry] = (await read(first)).earlier
    now += 7 * day
    const fresh = await again(0)
    expect((await read(fresh)).earlier).toEqual([])
    expect((await undo(fresh, entry?.archiveId, 1)).json.code).toBe('archive_unknown')
    expect((await undoByMail(token)).json.code).toBe('link_invalid')
    const { sweep } = startSweep({ context: origin.context })
    await sweep()
    const { database } = origin.context
    const archiveId = entry?.archiveId ?? ''
    expect(await database.$count(walletArchives, eq(walletArchives.id, archiveId))).toBe(0)
    expect(await database.$count(archivedDeviceShares, eq(archivedDeviceShares.archiveId, archiveId))).toBe(0)
    expect(await database.$count(archivedRecoveryShares, eq(archivedRecoveryShares.archiveId, archiveId))).toBe(0)
  })

  test('a device that was revoked separately, before or after the change', async () => {
    const { first, second, again, rotate, undoByMail } = await startTwo()
    await rotate(first)
    const mail = await lastMail()
    expect((await first.call('POST', '/v1/devices/revoke', { deviceId: second.deviceId })).status).toBe(200)
    expect((await undoByMail(tokenIn(mail))).status).toBe(200)
    expect((await read(await again(1))).share).toBeNull()
    expect((await read(await again(0))).share).toMatchObject({ epoch: 1 })
  })
})

test('finding F1: threat 147: a second change does not cost the owner the oldest good epoch', async () => {
  const { first, wallet, again, rotate, undoByMail } = await startTwo()
  await rotate(first)
  const mail = await lastMail()
  expect((await rotate(first, { epoch: 3, vaultVersion: 2 })).status).toBe(200)
  expect((await undoByMail(tokenIn(mail))).status).toBe(200)
  const back = await again(0)
  expect(await read(back)).toMatchObject({ vault: wallet.vault, vaultVersion: 4, share: { epoch: 1 } })
  // Earlier epochs of the device are never reused, including those of undone changes.
  for (const [epoch, code] of [
    [2, 'epoch_outdated'],
    [3, 'epoch_outdated'],
    [4, undefined],
  ] as const) {
    const shares = createTestShares(epoch, [{ id: wallet.factors[0]?.id ?? '' }])
    const body = await createTestEnrolment(back, wallet, shares, 4)
    expect((await back.call('POST', '/v1/wallet/device', body)).json.code).toBe(code)
  }
})

test('finding F1: threat 147: changes of the data key are limited, and the limit removes no epoch', async () => {
  const { first, again, wallet, rotate, undoByMail } = await startTwo()
  await rotate(first)
  const oldest = tokenIn(await lastMail())
  for (let index = 1; index < 20; index += 1)
    expect((await rotate(first, { epoch: 2 + index, vaultVersion: 1 + index })).status).toBe(200)
  expect((await rotate(first, { epoch: 22, vaultVersion: 21 })).status).toBe(429)
  expect((await undoByMail(oldest)).status).toBe(200)
  expect(await read(await again(0))).toMatchObject({ vault: wallet.vault })
})
