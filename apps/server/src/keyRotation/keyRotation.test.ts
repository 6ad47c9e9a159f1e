import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuditKeys } from '../audit/auditKeys.ts'
import { createAudit } from '../audit/createAudit.ts'
import { auditAnchors, auditHeads, auditLog } from '../audit/schema.ts'
import { emailChanges } from '../auth/schema.ts'
import { sealAddress } from '../emailChange/changeStore.ts'
import { sessionKeyContext } from '../permissions/createCoSigner.ts'
import { smartSessions } from '../permissions/schema.ts'
import { createSealer, keyId, legacyMacRoot } from '../platform/crypto/createSealer.ts'
import type { SealedTable } from '../platform/crypto/SealedTable.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import { openSealer, rootContext } from '../sealing/openSealer.ts'
import { sealingRoots } from '../sealing/schema.ts'
import { signingKeys } from '../signingKeys/schema.ts'
import { sealIdentity, sealSecrets } from '../social/attemptSecrets.ts'
import { socialAttempts } from '../social/schema.ts'
import { createTestContext } from '../testing/createTestContext.ts'
import { createDeviceKey, createTestOrigin, hostOrigin, type TestOrigin } from '../testing/createTestOrigin.ts'
import {
  createTestPassword,
  createTestReturn,
  createTestShares,
  createTestVaultBytes,
  createTestWallet,
  signTestChange,
} from '../testing/createTestVault.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { allSealedTables } from './allSealedTables.ts'
import { countSealedRows } from './countSealedRows.ts'
import { createKeyRotation } from './createKeyRotation.ts'

const newKey = new Uint8Array(randomBytes(32))
let origin: TestOrigin
beforeAll(async () => {
  origin = await createTestOrigin()
})
afterAll(() => origin.stop())

const fieldOf = ({ table }: SealedTable, column: unknown) =>
  Object.entries(table).find(([, value]) => value === column)?.[0] ?? ''

/** Returns every box of the database, with its key and context. */
async function boxes() {
  const { database } = origin.context
  const found: { name: string; box: Uint8Array; kekId: string; context: string }[] = []
  for (const sealed of allSealedTables) {
    for (const row of await database.select().from(sealed.table).where(sealed.where)) {
      const kekId = String(row[fieldOf(sealed, sealed.kekId)])
      for (const { column, context } of sealed.boxes) {
        const box = row[fieldOf(sealed, column)]
        if (box instanceof Uint8Array)
          found.push({ name: sealed.name, box, kekId, context: await context(row, database) })
      }
    }
  }
  return found
}

const opens = async (sealer: Sealer, { box, kekId, context }: { box: Uint8Array; kekId: string; context: string }) =>
  sealer.open({ sealed: { box, kekId }, context }).then(
    () => true,
    () => false,
  )

/** Adds a row to every table with sealed columns, each through the capability that owns it. */
async function fill(sealer: Sealer) {
  const { database } = origin.context
  const now = new Date()
  const device = await origin.signIn()
  const wallet = await createTestWallet(device)
  expect((await device.call('POST', '/v1/wallet', wallet)).status).toBe(200)
  const { factor, passwordKey } = createTestPassword()
  const shares = (epoch: number) => createTestShares(epoch, [factor])
  const added = { factor, passwordKey, vault: createTestVaultBytes(), vaultVersion: 1, device: shares(2) }
  const adding = await signTestChange(device, wallet, 'addFactor', added)
  expect((await device.call('POST', '/v1/wallet/factors', adding)).status).toBe(200)
  // A change of the data key keeps the replaced rows, still sealed.
  const rotated = await signTestChange(device, wallet, 'rotate', {
    ...{ vault: createTestVaultBytes(), vaultVersion: 2, factors: [factor], device: shares(3) },
    return: createTestReturn(wallet, 2),
  })
  expect((await device.call('POST', '/v1/wallet/rotate', rotated)).status).toBe(200)
  const started = { projectId: testProjectId, email: `${randomUUID()}@example.com`, hostOrigin }
  const key = await createDeviceKey()
  expect((await origin.callWithProof(key)('POST', '/v1/auth/email/start', started)).status).toBe(200)
  const changeId = randomUUID()
  const [old, next] = await Promise.all(
    (['old', 'new'] as const).map((which) => sealAddress({ id: changeId, which, email: 'a@example.com', sealer })),
  )
  if (!old || !next) throw new Error('Two addresses were sealed')
  await database.insert(emailChanges).values({
    ...{ id: changeId, userId: device.userId, sessionId: randomUUID(), newIndex: new Uint8Array(32), language: 'en' },
    ...{ oldSealed: old.box, newSealed: next.box, kekId: next.kekId, step: 'dead', codeHash: new Uint8Array() },
    ...{ codeExpiresAt: now, createdAt: now },
  })
  const attemptId = randomUUID()
  await database.insert(socialAttempts).values({
    ...{ id: attemptId, provider: 'google', purpose: 'login', mode: 'popup', state: 'done', projectId: testProjectId },
    ...{ hostOrigin, jkt: 'x', deviceName: 'x', language: 'en', createdAt: now, expiresAt: now },
    ...(await sealSecrets({ id: attemptId, secrets: { kind: 'oauth', nonce: 'n', verifier: 'v' }, sealer })),
    ...(await sealIdentity({ id: attemptId, identity: { kind: 'email', email: 'a@example.com' }, sealer })),
  })
  const pci = randomUUID()
  const sessionKey = await sealer.seal({ plaintext: new Uint8Array(32), context: sessionKeyContext(pci) })
  await database.insert(smartSessions).values({
    ...{ pci, projectId: testProjectId, chainId: 1, account: `0x${'11'.repeat(20)}`, expiry: 1, permissions: [] },
    ...{
      signer: { type: 'key', data: { type: 'secp256k1', publicKey: '0x' } } as never,
      messageHash: `0x${'22'.repeat(32)}`,
    },
    ...{ coSigner: `0x${'33'.repeat(20)}`, sealedKey: sessionKey.box, keyKekId: sessionKey.kekId, createdAt: now },
  })
  const kid = 'siwx-key'
  const jwk = await sealer.seal({ plaintext: Buffer.from('{}'), context: `signing-key:siwx:${kid}` })
  await database.insert(signingKeys).values({
    ...{
      kid,
      purpose: 'siwx',
      publicJwk: '{}',
      sealedPrivateJwk: jwk.box,
      kekId: jwk.kekId,
      createdAt: now,
      retiredAt: now,
    },
  })
  const root = await sealer.seal({ plaintext: legacyMacRoot([origin.key]), context: rootContext('mac') })
  await database.insert(sealingRoots).values({ name: 'mac', sealedRoot: root.box, kekId: root.kekId, createdAt: now })
}

test('finding F13: threat 179: every column with the id of a key is described, so no row keeps an old key', async () => {
  const root = join(import.meta.dirname, '..')
  const described = new Set(allSealedTables.map(({ kekId }) => kekId))
  const missing: string[] = []
  let columns = 0
  for (const file of readdirSync(root, { recursive: true }).map(String)) {
    if (!file.endsWith('/schema.ts')) continue
    for (const table of Object.values(await import(join(root, file)))) {
      if (!(table instanceof PgTable)) continue
      for (const column of getTableConfig(table).columns.filter(({ name }) => /(^|_)kek_id$/.test(name))) {
        columns += 1
        if (!described.has(column)) missing.push(`${getTableConfig(table).name}.${column.name}`)
      }
    }
  }
  expect(missing).toEqual([])
  expect(columns).toBeGreaterThan(8)
})

test('finding F13: threat 179: after a rotation the new key opens all rows, and the leaked old one opens none', async () => {
  const { context } = origin
  const oldSealer = createSealer({ keys: [origin.key] })
  await fill(oldSealer)
  const before = await boxes()
  expect(new Set(before.map(({ name }) => name)).size).toBe(allSealedTables.length)
  for (const box of before) expect(await opens(oldSealer, box), box.name).toBe(true)

  const macRoot = legacyMacRoot([origin.key])
  const both = createSealer({ keys: [newKey, origin.key], macRoot })
  const sealers = { wallet: both, siwx: both, smartAccounts: both }
  const rotation = createKeyRotation({ context, sealers })
  const [first, second] = await Promise.all([rotation.reseal(), rotation.reseal()])
  expect(first).toBe(second)
  expect(first).toMatchObject({ missed: 0, unopened: 0 })
  expect(await rotation.reseal()).toEqual({ resealed: 0, missed: 0, unopened: 0 })

  const after = await boxes()
  expect(after).toHaveLength(before.length)
  const alone = createSealer({ keys: [newKey] })
  for (const box of after) {
    expect(await opens(alone, box), box.name).toBe(true)
    expect(await opens(oldSealer, box), box.name).toBe(false)
    // Nor under the raw key, with any id in the row.
    expect(await opens(oldSealer, { ...box, kekId: keyId(origin.key) }), box.name).toBe(false)
  }
})

test('finding F13: threat 179: a server without a required key does not start, and names the key', async () => {
  const { context } = origin
  const other = createSealer({ keys: [new Uint8Array(randomBytes(32))] })
  const rotation = createKeyRotation({
    context: { ...context, metrics: new Registry() },
    sealers: { wallet: other },
  })
  await expect(rotation.requireKeys()).rejects.toMatchObject({
    code: 'config_invalid',
    message: expect.stringMatching(
      new RegExp(`key ${keyId(newKey)}: \\d+ in sealing_roots.*key ${keyId(newKey)}: 1 in device_shares.sealed_share`),
    ),
  })
})

test('finding F13: the indexes of addresses have a separate root, which outlives every key', async () => {
  const context = await createTestContext({
    config: {
      wallet: { publicUrl: 'http://wallet.localhost:7102', folder: 'x', keyVariable: 'WALLET_KEY' },
      mail: { url: 'smtp://127.0.0.1:9', from: 'Test <test@example.com>' },
    },
  })
  const text = (...keys: Uint8Array[]) => ({
    WALLET_KEY: keys.map((key) => Buffer.from(key).toString('base64')).join(','),
  })
  const [one, two] = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))]
  const index = { purpose: 'email', data: 'ada@example.com' }
  try {
    const started = await Promise.all([1, 2, 3].map(() => openSealer({ context, env: text(one) })))
    const [first] = started
    if (!first) throw new Error('It opened')
    for (const sealer of started) expect(sealer.mac(index)).toEqual(first.mac(index))
    // A new database has nothing that depends on the key itself.
    expect(first.mac(index)).not.toEqual(createSealer({ keys: [one] }).mac(index))
    const rotated = await openSealer({ context, env: text(two, one) })
    await createKeyRotation({ context, sealers: { wallet: rotated } }).reseal()
    const alone = await openSealer({ context, env: text(two) })
    expect(alone.mac(index)).toEqual(first.mac(index))
    await expect(openSealer({ context, env: text(one) })).rejects.toThrow(`key ${keyId(two)} is missing`)
    expect(await countSealedRows(context.database, allSealedTables)).toMatchObject([{ kekId: alone.kekId, rows: 1 }])
  } finally {
    await context.stop()
  }
})

test('behavior: threat 179: a row that no key opens is counted, reported and left unchanged', async () => {
  const { context } = origin
  await origin.signIn()
  const metrics = new Registry()
  const [table] = allSealedTables.filter(({ name }) => name === 'identities.sealed_subject')
  if (!table) throw new Error('Identities are sealed')
  const newest = createSealer({ keys: [new Uint8Array(randomBytes(32))] })
  const rotation = createKeyRotation({ context: { ...context, metrics }, sealers: { wallet: newest }, tables: [table] })
  const report = await rotation.reseal()
  expect(report).toMatchObject({ resealed: 0, missed: 0 })
  expect(report.unopened).toBeGreaterThan(0)
  await expect(rotation.checks()[0]?.check()).rejects.toThrow('do not open under any key')
  expect(await metrics.getSingleMetricAsString('latchkey_sealed_rows_pending')).toContain(
    `{table="identities.sealed_subject"} ${report.unopened}`,
  )
})

test('finding F14: a database from a version without audit keys is closed once, when its root is created', async () => {
  const context = await createTestContext({
    config: {
      wallet: { publicUrl: 'http://wallet.localhost:7102', folder: 'x', keyVariable: 'WALLET_KEY' },
      mail: { url: 'smtp://127.0.0.1:9', from: 'Test <test@example.com>' },
    },
  })
  const env = { WALLET_KEY: randomBytes(32).toString('base64') }
  const { clock, database } = context
  const unkeyed = async () => {
    const { rows } = await database.execute<{ seq: string }>(
      sql`select nextval(pg_get_serial_sequence('audit_log', 'seq')) as seq`,
    )
    const contents = {
      seq: Number(rows[0]?.seq),
      at: new Date(0),
      userId: null,
      deviceId: null,
      event: 'otp.ok',
      data: {},
    }
    const previousHash = new Uint8Array(32)
    const keys = createAuditKeys({ sealer: createSealer({ keys: [newKey] }) })
    const hash = keys.hash({ ...contents, chain: 0, keyId: null }, previousHash)
    await database.insert(auditLog).values({ ...contents, previousHash, hash })
  }
  try {
    await unkeyed()
    const sealers = await Promise.all([1, 2].map(() => openSealer({ context, env })))
    const [sealer] = sealers
    if (!sealer) throw new Error('It opened')
    const audit = createAudit({ clock, sealer })
    expect(await audit.verify(database)).toMatchObject({ entries: 2, faults: [] })

    // Delete all signed rows and leave a chain without keys, as after an upgrade of the server.
    for (const table of [auditLog, auditHeads, auditAnchors]) await database.delete(table)
    await unkeyed()
    await openSealer({ context, env })
    expect((await audit.verify(database)).faults).toMatchObject([{ kind: 'unkeyed' }])
  } finally {
    await context.stop()
  }
})
