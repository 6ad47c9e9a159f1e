import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import { createTestPasskeys } from '../testing/createTestPasskeys.ts'
import { createWindowTests } from '../testing/createWindowTests.ts'

const { setup, connect, openPage, addressOf } = createWindowTests({ afterEach })

describe('without the server', () => {
  const hours = 60 * 60_000
  /** A wallet with a backup code and a passkey that this device has known for `age`. */
  const protectedFor = async (age: number) => {
    const passkeys = createTestPasskeys({ prf: 'create' })
    const world = setup()
    const { server, clock } = world
    server.settings.autoLock = 'off'
    const host = world.open({ credentials: passkeys.credentials })
    await host.signIn()
    const address = await addressOf(host)
    const security = await openPage(host, 'security', passkeys.credentials)
    const { code } = await security.createBackupCode()
    await security.confirmBackupCode({ code })
    await security.addPasskey({ label: 'Phone' })
    await host.until(() => server.calls.includes('/v1/health'))
    clock.advance(age)
    // The page navigates in the same window, without a load.
    const window = await connect(host, 'export', { credentials: passkeys.credentials })
    if (!window) throw new Error('The frame did not answer')
    return { ...world, host, address, code, window, credentials: passkeys.credentials }
  }

  test('finding F8: threat 73: the export page unlocks with this device and a factor of 72 hours, and leaves a notice', async () => {
    const { open, server, clock, host, address, code, window, credentials } = await protectedFor(72 * hours)
    server.setAway(true)
    await expect(window.exportMnemonic()).rejects.toMatchObject({ code: 'network_request_failed' })
    expect(await window.offlineWays()).toMatchObject({ methods: ['passkey', 'backupCode'] })
    await expect(window.openOffline({ by: 'password', password: code })).rejects.toMatchObject({
      code: 'recovery_failed',
    })
    const { length } = server.calls
    expect(await window.openOffline({ by: 'backupCode', code })).toStrictEqual({ address })
    const { mnemonic } = await window.exportMnemonic()
    expect(mnemonicToAccount(mnemonic).address).toBe(address)
    clock.advance(1000)
    expect(await window.openOffline({ by: 'passkey' })).toStrictEqual({ address })
    const { privateKey } = await window.exportPrivateKey({ namespace: 'eip155' })
    expect(privateKeyToAccount(privateKey as `0x${string}`).address).toBe(address)
    expect(server.calls.slice(length)).toStrictEqual([])
    // Another window is not affected: it asks the server as usual.
    const other = await openPage(host, 'export')
    await expect(other.exportMnemonic()).rejects.toMatchObject({ code: 'network_request_failed' })
    expect(server.state.audit.filter(({ event }) => event === 'wallet.exported.offline')).toEqual([])
    // A later page finds the record and reports it to the server once.
    host.stop()
    server.setAway(false)
    const later = open({ credentials })
    await addressOf(later)
    later.begin('openSecurity')
    expect(await later.card('security')).toMatchObject({ offlineExportAt: expect.any(Number) })
    const reported = () => server.state.audit.filter(({ event }) => event === 'wallet.exported.offline')
    await later.until(() => reported().length === 2)
    expect(reported().map(({ data }) => data.kind)).toEqual(['mnemonic', 'privateKey'])
    later.frame.actions.cancel()
    const security = await openPage(later, 'security', credentials)
    await security.startStepUp().catch(() => {})
    await security.stepUp({ by: 'passkey' })
    const { offlineExports, log } = await security.security()
    expect(offlineExports).toMatchObject([
      { kind: 'privateKey', isReported: true },
      { kind: 'mnemonic', isReported: true },
    ])
    expect(log.filter(({ event }) => event === 'wallet.exported.offline').length).toBe(2)
  }, 60_000)

  test('finding F8: threat 156: an answering server closes the exit, and a wrong answer does not count as one', async () => {
    const { server, window, code, address } = await protectedFor(72 * hours)
    // Only the export call fails, as if an attacker blocks that path.
    server.fail('/v1/wallet/export', 'before')
    await expect(window.exportMnemonic()).rejects.toMatchObject({ code: 'network_request_failed' })
    await expect(window.offlineWays()).rejects.toMatchObject({ code: 'server_reachable' })
    await expect(window.openOffline({ by: 'backupCode', code })).rejects.toMatchObject({ code: 'server_reachable' })
    // A foreign server instead: its signature is not from a pinned key.
    server.replaceHealthKey()
    expect(await window.openOffline({ by: 'backupCode', code })).toStrictEqual({ address })
  }, 60_000)

  test('finding F8: threat 157: a factor that this device has known for less than 72 hours unlocks nothing', async () => {
    const { server, window, code, device } = await protectedFor(72 * hours - 1)
    server.setAway(true)
    expect(await window.offlineWays()).toMatchObject({ methods: [], credentialIds: [] })
    const refused = { code: 'offline_factor_new' }
    await expect(window.openOffline({ by: 'backupCode', code })).rejects.toMatchObject(refused)
    // Neither the vault's date nor this device's record alone makes it older.
    const [record] = await device.store.all('wallets')
    if (!record) throw new Error('There is no record')
    const aged = record.factors.map((factor) => ({ ...factor, createdAt: new Date(0).toISOString() }))
    await device.store.put('wallets', record.walletId, { ...record, factors: aged })
    await expect(window.openOffline({ by: 'backupCode', code })).rejects.toMatchObject(refused)
    const seen = Object.fromEntries(record.factors.map(({ id }) => [id, 0]))
    await device.store.put('wallets', record.walletId, { ...record, factorsSeen: seen })
    await expect(window.openOffline({ by: 'backupCode', code })).rejects.toMatchObject(refused)
  }, 60_000)

  test('finding F8: threat 157: an attacker at an open browser with a stale login cannot add a factor', async () => {
    const { open, clock } = setup()
    const host = open()
    await host.signIn()
    clock.advance(6 * 60_000)
    const window = await openPage(host, 'security')
    const { code } = await window.createBackupCode()
    await expect(window.confirmBackupCode({ code })).rejects.toMatchObject({ code: 'step_up_required' })
  })
})
