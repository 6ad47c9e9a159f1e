import { openKeystore } from '@latchkey/vault'
import { verifyMessage } from 'viem/utils'
import { afterEach, describe, expect, test } from 'vitest'
import { createTestDevice } from '../testing/createTestDevice.ts'
import { createTestPasskeys } from '../testing/createTestPasskeys.ts'
import { createWindowTests } from '../testing/createWindowTests.ts'

const { setup, connect, openPage, addressOf } = createWindowTests({ afterEach })
type World = ReturnType<typeof setup>
type Host = ReturnType<World['open']>

/** For windows that get no answer: so many milliseconds must suffice. */
const ignored = { patience: 60 }

const signs = async (host: Host) => {
  const address = await addressOf(host)
  const signature = host.ask('rpc', { method: 'personal_sign', params: ['0x68656c6c6f', address] })
  await host.card('approve', ({ state }) => state === 'ready')
  host.frame.actions.approve()
  return verifyMessage({ address, message: 'hello', signature: (await signature) as `0x${string}` })
}
/** A second browser of the same visitor. */
const otherBrowser = async ({ open, clock }: World, options: Parameters<World['open']>[0] = {}) => {
  clock.advance(30_000)
  const host = open({ device: createTestDevice(), ...options })
  expect(await host.signIn()).toMatchObject({ status: 'recover' })
  const connected = host.ask('connectOtp')
  await host.card('recover')
  return { host, connected }
}

describe('the channel', () => {
  test('default', async () => {
    const { open } = setup({ canProve: false })
    const host = open()
    await host.signIn()
    const address = await addressOf(host)
    const signature = host.ask('rpc', { method: 'personal_sign', params: ['0x00', address] })
    await host.card('approve', ({ state }) => state === 'ready')
    host.frame.actions.openWindow('approve')
    const window = await connect(host, 'approve')
    expect(await window?.describe()).toMatchObject({
      app: { name: null, origin: 'https://app.example' },
      address,
      approval: { state: 'inWindow', description: { intent: 'signMessage' } },
    })
    await window?.decide({ id: (await window.describe()).approval?.id ?? '', approved: true })
    expect(await signature).toMatch(/^0x[0-9a-f]{130}$/)
  })

  test('error: threat 16: a request that replaces the one in the window', async () => {
    const { open } = setup({ canProve: false })
    const host = open()
    await host.signIn()
    const address = await addressOf(host)
    const harmless = host.begin('rpc', { method: 'personal_sign', params: ['0x00', address] })
    await host.card('approve', ({ state }) => state === 'ready')
    host.frame.actions.openWindow('approve')
    const window = await connect(host, 'approve')
    const id = (await window?.describe())?.approval?.id ?? ''
    await host.ask('rpcAbort', { id: harmless.id })
    const other = host.begin('rpc', { method: 'personal_sign', params: ['0x01', address] })
    await host.card('approve', ({ state }) => state === 'ready')
    await expect(window?.decide({ id, approved: true })).rejects.toMatchObject({ code: 'request_aborted' })
    expect(host.frame.card.getState()).toMatchObject({ kind: 'approve', state: 'ready' })
    await host.ask('rpcAbort', { id: other.id })
    await expect(other.answer).rejects.toMatchObject({ failure: { code: 'rpc_aborted' } })
  })

  test('error: threat 16: an approval that the host forges: another window, another origin, a window for something else', async () => {
    const { open } = setup({ canProve: false })
    const host = open()
    await host.signIn()
    const address = await addressOf(host)
    const open1 = host.begin('rpc', { method: 'personal_sign', params: ['0x00', address] })
    await host.card('approve', ({ state }) => state === 'ready')
    // Before the visitor opened a window there is none.
    expect(await connect(host, 'approve', { source: {}, ...ignored })).toBe(null)
    host.frame.actions.openWindow('approve')
    expect(await connect(host, 'approve', { source: {}, ...ignored })).toBe(null)
    expect(await connect(host, 'approve', { origin: 'https://app.example', ...ignored })).toBe(null)
    expect(await connect(host, 'export', ignored)).toBe(null)
    expect(host.messages.some((message) => message.k === 'res' && message.id === open1.id)).toBe(false)
    expect(await connect(host, 'approve')).not.toBe(null)
  })

  test('error: threat 61: a page opens only from its own card, and may make only its own calls', async () => {
    const { open } = setup()
    const host = open()
    await host.signIn()
    host.frame.actions.openWindow('export')
    host.begin('ensureProtected')
    await host.card('protect')
    host.frame.actions.openWindow('export')
    expect(host.windows).toStrictEqual([])
    host.frame.actions.openWindow('protect')
    const calls = await connect(host, 'protect')
    await expect(calls?.exportMnemonic()).rejects.toMatchObject({ code: 'frame_request_invalid' })
    await expect(calls?.rotate()).rejects.toMatchObject({ code: 'frame_request_invalid' })
  })

  test('behavior: the security page leads to the export page in the same window, and no other page leads anywhere', async () => {
    const { open } = setup()
    const host = open()
    await host.signIn()
    await openPage(host, 'security')
    expect(await connect(host, 'export')).not.toBeNull()
    expect(await connect(host, 'recover', ignored)).toBeNull()
    expect(await connect(host, 'security')).not.toBeNull()
  })

  test('behavior: logging out closes the windows', async () => {
    const { open } = setup()
    const host = open()
    await host.signIn()
    await openPage(host, 'security')
    await host.ask('signOut')
    expect(await connect(host, 'security', ignored)).toBe(null)
  })
})

describe('recovery', () => {
  test('behavior: a backup code, shown once and entered again, unlocks the wallet in another browser', async () => {
    const world = setup()
    const first = world.open()
    await first.signIn()
    const window = await openPage(first, 'security')
    const { code } = await window.createBackupCode()
    await expect(window.confirmBackupCode({ code: `${code.slice(0, -2)}00` })).rejects.toMatchObject({
      code: 'backup_code_invalid',
    })
    await window.confirmBackupCode({ code: code.toLowerCase() })
    expect((await window.security()).factors.map(({ kind }) => kind)).toStrictEqual(['backupCode'])

    const { host, connected } = await otherBrowser(world)
    const page = await openPage(host, 'recover')
    expect((await page.describe()).methods).toStrictEqual(['backupCode', 'oldDevice'])
    await expect(page.recoverWithBackupCode({ code: 'nonsense' })).rejects.toMatchObject({
      code: 'backup_code_invalid',
    })
    const address = await addressOf(first)
    expect(await page.recoverWithBackupCode({ code })).toStrictEqual({ address })
    expect(await connected).toMatchObject({ address })
    expect(await signs(host)).toBe(true)
  })

  test('behavior: a password; a weak one is refused (threat 36), a wrong one unlocks nothing', async () => {
    const world = setup()
    const first = world.open()
    await first.signIn()
    const window = await openPage(first, 'security')
    for (const password of ['short', 'aaaaaaaaaaaaaaaa'])
      await expect(window.addPassword({ password })).rejects.toMatchObject({ code: 'password_weak' })
    await window.addPassword({ password: 'correct horse battery staple' })
    const { host, connected } = await otherBrowser(world)
    const page = await openPage(host, 'recover')
    expect(await page.recoverWithPassword({ password: 'incorrect horse battery' })).toStrictEqual({ triesLeft: 9 })
    await page.recoverWithPassword({ password: 'correct horse battery staple' })
    expect(await connected).toMatchObject({ address: await addressOf(first) })
  }, 60_000)

  test('behavior: threat 55: window-handover: the old device transfers the wallet, by a code and the same number on both', async () => {
    const world = setup()
    const old = world.open()
    await old.signIn()
    const window = await openPage(old, 'security')
    const { host, connected } = await otherBrowser(world)
    const page = await openPage(host, 'recover')
    const { code } = await window.startHandover()
    const { matchNumber, done } = await page.recoverWithOldDevice({ code })
    const seen = await window.waitForHandover()
    expect(seen.matchNumber).toBe(matchNumber)
    await window.approveHandover()
    expect(await done).toStrictEqual({ address: await addressOf(old) })
    expect(await connected).toMatchObject({ address: await addressOf(old) })
    expect(await signs(host)).toBe(true)
  })

  test('error: a device transfer that an attacker answered', async () => {
    const world = setup()
    const old = world.open()
    await old.signIn()
    const window = await openPage(old, 'security')
    await window.startHandover()
    for (const transfer of world.server.state.deviceTransfers.values())
      transfer.answer = { pub: 'A'.repeat(43), mac: 'A'.repeat(43) }
    await expect(window.waitForHandover()).rejects.toMatchObject({ code: 'recovery_failed' })
    await expect(window.approveHandover()).rejects.toMatchObject({ code: 'recovery_failed' })
  })
})

describe('security', () => {
  test('behavior: the window itself creates a passkey, which can be removed again', async () => {
    const { credentials } = createTestPasskeys({ prf: 'get' })
    const { open } = setup()
    const host = open()
    await host.signIn()
    const window = await openPage(host, 'security', credentials)
    await window.addPasskey({ label: 'Laptop' })
    const { factors } = await window.security()
    expect(factors).toMatchObject([{ kind: 'passkey', label: 'Laptop' }])
    await host.card('security', (card) => card.factors.length === 1)
    await window.removeFactor({ factorId: factors[0]?.id ?? '' })
    expect((await window.security()).factors).toStrictEqual([])
  })

  test('behavior: threat 58: a removed device is logged out at once, and factors stay covered', async () => {
    const { credentials } = createTestPasskeys({ prf: 'create' })
    const world = setup({ credentials })
    const first = world.open()
    await first.signIn()
    const done = first.ask('ensureProtected')
    await first.card('protect')
    first.frame.actions.protectWithPasskey()
    await done
    const { host, connected } = await otherBrowser(world)
    host.frame.actions.recoverWithPasskey()
    await connected
    // The factor depends on the first device's share only: this device seals its own to it first.
    const [wallet] = world.server.state.wallets
    for (const [device, share] of wallet?.shares ?? [])
      if (device !== world.server.state.devices[0]?.deviceId) share.sealed = []
    const window = await openPage(host, 'security')
    const other = (await window.security()).devices.find(({ current }) => !current)
    await window.revokeDevice({ deviceId: other?.id ?? '' })
    await first.until(() => first.events.some(({ name }) => name === 'disconnect'))
    expect(await first.ask('isConnected')).toStrictEqual({ isConnected: false })
    expect([...(wallet?.shares.values() ?? [])].map(({ sealed }) => sealed.length)).toStrictEqual([1])
    expect(await signs(host)).toBe(true)
  })

  test('behavior: a new data key removes every other device; factors and address stay', async () => {
    const { credentials } = createTestPasskeys({ prf: 'create' })
    const world = setup({ credentials })
    const first = world.open()
    await first.signIn()
    const done = first.ask('ensureProtected')
    await first.card('protect')
    first.frame.actions.protectWithPasskey()
    await done
    const address = await addressOf(first)
    const [wallet] = world.server.state.wallets
    const old = structuredClone(wallet?.factors)
    const window = await openPage(first, 'security')
    await window.rotate()
    expect(wallet?.factors.map(({ id }) => id)).toStrictEqual(old?.map(({ id }) => id))
    expect(wallet?.factors[0]?.mac).not.toBe(old?.[0]?.mac)
    first.frame.actions.cancel()
    expect(await signs(first)).toBe(true)
    first.stop()
    const later = world.open()
    expect(await addressOf(later)).toBe(address)
    expect(await signs(later)).toBe(true)
    const { host, connected } = await otherBrowser(world)
    host.frame.actions.recoverWithPasskey()
    expect(await connected).toMatchObject({ address })
  })

  test('behavior: threat 64: export-stepup: nothing is shown before the owner has confirmed', async () => {
    const { open, clock } = setup()
    const host = open()
    await host.signIn()
    clock.advance(6 * 60_000)
    const window = await openPage(host, 'export')
    for (const call of [
      () => window.exportMnemonic(),
      () => window.exportPrivateKey({ namespace: 'eip155' }),
      () => window.exportKeystore({ password: 'correct horse battery staple' }),
      () => window.importKey({ secret: '11'.repeat(32) }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'step_up_required' })
    expect(await window.startStepUp()).toStrictEqual({ method: 'code' })
    await expect(window.stepUp({ by: 'code', otp: '000000' })).rejects.toMatchObject({ code: 'code_wrong' })
    await window.stepUp({ by: 'code', otp: '123456' })
    expect((await window.exportMnemonic()).mnemonic.split(' ').length).toBe(12)
  })

  test('behavior: a login with a provider is added after a step-up, and removed again; the last one stays', async () => {
    const { open, server, clock } = setup()
    const host = open()
    await host.signIn()
    clock.advance(6 * 60_000)
    const window = await openPage(host, 'security')
    await expect(window.startSocialLink({ provider: 'github' })).rejects.toMatchObject({ code: 'step_up_required' })
    await window.startStepUp()
    await window.stepUp({ by: 'code', otp: '123456' })
    const { attemptId } = await window.startSocialLink({ provider: 'github' })
    const finished = window.finishSocial({ attemptId, isDetached: false })
    server.social.vouch({ userName: 'mira-lang' })
    expect(await finished).toStrictEqual({ status: 'done', freshUntil: null })
    const { identities, available } = await window.security()
    expect(identities.map(({ kind, label }) => [kind, label])).toStrictEqual([
      ['google', 'mira@mail.example'],
      ['github', 'mira-lang'],
    ])
    expect(available).toStrictEqual(['google', 'github'])
    await window.removeIdentity({ identityId: identities[0]?.id ?? '' })
    await expect(window.removeIdentity({ identityId: identities[1]?.id ?? '' })).rejects.toMatchObject({
      code: 'identity_last',
    })
  })

  test('behavior: a user of a provider confirms with it, in every window that asks', async () => {
    const { open, server, clock } = setup()
    const host = open()
    const begun = (await host.ask('socialStart', { provider: 'google' })) as { attemptId: string }
    server.social.vouch()
    await host.ask('connectSocial', { attemptId: begun.attemptId })
    clock.advance(6 * 60_000)
    const window = await openPage(host, 'export')
    expect(await window.describe()).toMatchObject({ provider: 'google' })
    await expect(window.exportMnemonic()).rejects.toMatchObject({ code: 'step_up_required' })
    const started = await window.startStepUp()
    if (started.method !== 'social') throw new Error('It asked for a code')
    expect(started.provider).toBe('google')
    const { attemptId } = started.attempt
    const finished = window.finishSocial({ attemptId, isDetached: false })
    server.social.vouch()
    expect(await finished).toMatchObject({ status: 'done', freshUntil: expect.any(String) })
    expect((await window.exportMnemonic()).mnemonic.split(' ').length).toBe(12)
    // The export window cannot add a login method.
    await expect(window.startSocialLink({ provider: 'github' })).rejects.toMatchObject({
      code: 'frame_request_invalid',
    })
  })

  test('behavior: the exported key is the wallet’s, and an imported key signs', async () => {
    const { open } = setup()
    const host = open()
    await host.signIn()
    const address = await addressOf(host)
    const window = await openPage(host, 'export')
    const { privateKey } = await window.exportPrivateKey({ namespace: 'eip155' })
    const { json, fileName } = await window.exportKeystore({ password: 'correct horse battery staple' })
    const opened = await openKeystore({ text: json, password: 'correct horse battery staple' })
    expect(`0x${Buffer.from(opened).toString('hex')}`).toBe(privateKey)
    expect(fileName).toContain(address.slice(2).toLowerCase())
    expect((await window.exportPrivateKey({ namespace: 'solana' })).privateKey).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/)
    // Wallet import format of a compressed key on the main network begins with K or L.
    expect((await window.exportPrivateKey({ namespace: 'bip122' })).privateKey).toMatch(
      /^[KL][1-9A-HJ-NP-Za-km-z]{51}$/,
    )
    await expect(window.importKey({ secret: 'not a key' })).rejects.toMatchObject({ code: 'import_invalid' })
    await expect(window.importKey({ secret: privateKey })).rejects.toMatchObject({ code: 'import_invalid' })
    // The key 1, whose address is public.
    const imported = await window.importKey({ secret: `0x${'0'.repeat(63)}1` })
    expect(imported).toStrictEqual({ address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf' })
    expect(await host.ask('rpc', { method: 'eth_accounts' })).toStrictEqual([address, imported.address])
    host.frame.actions.cancel()
    const signature = host.ask('rpc', { method: 'personal_sign', params: ['0x68656c6c6f', imported.address] })
    await host.card('approve', ({ state }) => state === 'ready')
    host.frame.actions.approve()
    expect(
      await verifyMessage({
        address: imported.address as `0x${string}`,
        message: 'hello',
        signature: (await signature) as `0x${string}`,
      }),
    ).toBe(true)
  }, 60_000)
})
