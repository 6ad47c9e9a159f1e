import { verifyMessage } from 'viem/utils'
import { afterEach, expect, test } from 'vitest'
import { createFrameTests } from '../testing/createFrameTests.ts'
import { createTestPasskeys } from '../testing/createTestPasskeys.ts'

const { setup } = createFrameTests({ afterEach })

test('default', async () => {
  const { open } = setup()
  const host = open()
  await host.until(() => host.events.length > 0)
  expect(host.events[0]).toMatchObject({ name: 'ready' })
  expect(await host.ask('isConnected')).toStrictEqual({ isConnected: false })
  const user = (await host.signIn()) as { address: `0x${string}` }
  expect(user).toMatchObject({ email: 'visitor@mail.example', chainId: 'eip155:1' })
  expect(await host.ask('getUser')).toStrictEqual(user)
  expect(await host.ask('rpc', { method: 'eth_accounts' })).toStrictEqual([user.address])

  const signature = host.ask('rpc', { method: 'personal_sign', params: ['0x68656c6c6f', user.address] })
  const card = await host.card('approve', ({ state }) => state === 'ready')
  expect(card).toMatchObject({
    asker: { origin: 'https://app.example' },
    account: { address: user.address },
    place: 'card',
    windowReason: 'engine',
    description: { message: 'hello' },
  })
  host.frame.actions.approve()
  expect(
    await verifyMessage({
      address: user.address,
      message: 'hello',
      signature: (await signature) as `0x${string}`,
    }),
  ).toBe(true)
  expect(host.frame.card.getState()).toBe(null)
})

test('behavior: settings that fail to load are loaded again, whether or not the host asks for something', async () => {
  const { open, server, clock } = setup()
  server.fail('/v1/frame/config', 'before')
  const host = open()
  const asked = () => server.calls.filter((path) => path === '/v1/frame/config').length
  await host.until(() => {
    clock.advanceToDue(5_000)
    return asked() > 1
  })
  expect(await host.ask('isConnected')).toStrictEqual({ isConnected: false })
  expect(asked()).toBe(2)
})

test('behavior: a reload unlocks the wallet again, without the visitor', async () => {
  const { open, server } = setup()
  const first = open()
  const user = await first.signIn()
  first.stop()
  const second = open()
  expect(await second.ask('getUser')).toStrictEqual(user)
  expect(server.calls.filter((path) => path === '/v1/auth/email/start').length).toBe(1)
  expect(second.frame.card.getState()).toBe(null)
})

test('behavior: a wrong code shows on the card, which waits for the next', async () => {
  const { open } = setup()
  const host = open()
  await host.ask('connectEmail', { email: 'a@b.example' })
  const answer = host.ask('connectOtp')
  await host.card('code')
  host.frame.actions.submitCode('111111')
  const refused = await host.card('code', ({ failure, busy }) => failure !== null && !busy)
  expect(refused.failure).toMatchObject({ code: 'code_wrong' })
  host.frame.actions.submitCode('123456')
  expect(await answer).toMatchObject({ email: 'a@b.example' })
})

test('behavior: a step that waits for the visitor answers pending after 25 s, and continues with the next request', async () => {
  const { open, clock } = setup()
  const host = open()
  await host.ask('connectEmail', { email: 'a@b.example' })
  const first = host.ask('connectOtp')
  await host.card('code')
  clock.advance(25_000)
  expect(await first).toStrictEqual({ status: 'pending' })
  // The card stays: input between two requests is not lost.
  host.frame.actions.submitCode('123456')
  await host.until(() => host.frame.card.getState() === null)
  expect(await host.ask('connectOtp')).toMatchObject({ email: 'a@b.example' })
})

test('behavior: a closed card, and a login that the host aborted', async () => {
  const { open, clock } = setup()
  const host = open()
  await host.ask('connectEmail', { email: 'a@b.example' })
  const first = host.ask('connectOtp')
  await host.card('code')
  host.frame.actions.cancel()
  await expect(first).rejects.toMatchObject({ failure: { code: 'user_rejected' } })
  const second = host.begin('connectOtp')
  await host.card('code')
  await host.ask('rpcAbort', { id: second.id })
  await expect(second.answer).rejects.toMatchObject({
    failure: { code: 'request_aborted', message: 'Something went wrong' },
  })
  await host.until(() => host.frame.card.getState() === null)
  expect(host.events.filter(({ name }) => name === 'show' || name === 'hide').map(({ name }) => name)).toStrictEqual([
    'show',
    'hide',
    'show',
    'hide',
  ])
  clock.advance(1_000)
  await expect(host.ask('connectEmail', { email: 'a@b.example' })).rejects.toMatchObject({
    failure: { code: 'email_cooldown', message: 'Please try again after 29 seconds', retryAfter: 29 },
  })
})

test('behavior: a device that must be confirmed shows its number, then asks for the code', async () => {
  const { open, server } = setup()
  server.requireDevice(true)
  const host = open()
  expect(await host.ask('connectEmail', { email: 'a@b.example' })).toStrictEqual({ action: 'VERIFY_DEVICE' })
  const approved = host.ask('connectDevice')
  expect(await host.card('device')).toMatchObject({ number: '42' })
  await host.until(() => server.calls.includes('/v1/auth/device/wait'))
  server.approveDevice()
  expect(await approved).toStrictEqual({})
  const answer = host.ask('connectOtp')
  await host.card('code')
  host.frame.actions.submitCode('123456')
  expect(await answer).toMatchObject({ email: 'a@b.example' })
})

test('behavior: the host may enter the code only if the project allows it', async () => {
  const { open, server, clock } = setup()
  const host = open()
  await host.ask('connectEmail', { email: 'a@b.example' })
  await expect(host.ask('connectOtp', { otp: '123456' })).rejects.toMatchObject({
    failure: { code: 'frame_request_invalid' },
  })
  server.settings.hostMayTypeCode = true
  clock.advance(30_000)
  await host.ask('connectEmail', { email: 'a@b.example' })
  expect(await host.ask('connectOtp', { otp: '123456' })).toMatchObject({ email: 'a@b.example' })
})

test('behavior: if the project requires a recovery factor at creation, no wallet connects without one', async () => {
  const passkeys = createTestPasskeys({ prf: 'create' })
  const { open, server } = setup()
  server.settings.recovery = 'at-creation'
  const host = open({ credentials: passkeys.credentials })
  const enter = async () => {
    expect(await host.ask('connectEmail', { email: 'a@b.example' })).toStrictEqual({ action: 'VERIFY_OTP' })
    return host.ask('connectOtp')
  }
  const first = enter()
  await host.card('code')
  host.frame.actions.submitCode('123456')
  expect(await host.card('protect')).toMatchObject({ reason: 'creation', skippable: false })
  expect(await host.ask('isConnected')).toStrictEqual({ isConnected: false })
  expect(host.events.some(({ name }) => name === 'accountsChanged')).toBe(false)
  host.frame.actions.cancel()
  await expect(first).rejects.toMatchObject({ failure: { code: 'user_rejected' } })
  host.stop()

  // A reload does not connect it, and no other code is needed.
  const later = open({ credentials: passkeys.credentials })
  expect(await later.ask('isConnected')).toStrictEqual({ isConnected: false })
  await expect(later.ask('getUser')).rejects.toMatchObject({ failure: { code: 'no_active_account' } })
  expect(await later.ask('connectEmail', { email: 'a@b.example' })).toStrictEqual({ action: 'VERIFY_OTP' })
  const second = later.ask('connectOtp')
  await later.card('protect')
  later.frame.actions.protectWithPasskey()
  const { address } = (await second) as { address: string }
  expect(later.events).toContainEqual({ name: 'accountsChanged', accounts: [address] })
  expect(await later.ask('isConnected')).toStrictEqual({ isConnected: true, isProtected: true })
})

test('behavior: the same address is connected already; another one logs out first', async () => {
  const { open } = setup()
  const host = open()
  await host.signIn('a@b.example')
  expect(await host.ask('connectEmail', { email: 'A@b.example' })).toStrictEqual({ action: 'CONNECT' })
  expect(await host.ask('connectEmail', { email: 'c@d.example' })).toStrictEqual({ action: 'VERIFY_OTP' })
  expect(await host.ask('isConnected')).toStrictEqual({ isConnected: false })
  expect(host.events.at(-1)).toStrictEqual({ name: 'disconnect', code: 'session_ended' })
})

test('behavior: the network in use is a configured one, and is remembered', async () => {
  const { open } = setup()
  const host = open()
  await host.signIn()
  expect(await host.ask('switchNetwork', { chainId: 'eip155:8453' })).toStrictEqual({ chainId: 'eip155:8453' })
  expect(host.events).toContainEqual({ name: 'chainChanged', chainId: 'eip155:8453' })
  await expect(host.ask('switchNetwork', { chainId: 'eip155:666' })).rejects.toMatchObject({
    failure: { code: 'unsupported_chain' },
  })
  host.stop()
  expect(await open().ask('getChainId')).toStrictEqual({ chainId: 'eip155:8453' })
})

test('behavior: logging out in one tab logs out in all', async () => {
  const { open } = setup()
  const [first, second] = [open(), open()]
  await first.signIn()
  await second.until(() => second.events.some(({ name }) => name === 'accountsChanged'))
  expect(await second.ask('isConnected')).toMatchObject({ isConnected: true })
  await first.ask('signOut')
  await second.until(() => second.events.some(({ name }) => name === 'disconnect'))
  expect(await second.ask('isConnected')).toStrictEqual({ isConnected: false })
  await expect(second.ask('getUser')).rejects.toMatchObject({ failure: { code: 'no_active_account' } })
})

test('behavior: a login that the server ends logs out at once', async () => {
  const { open, server } = setup()
  const host = open()
  await host.signIn()
  await host.until(() => server.calls.includes('/v1/auth/session/watch'))
  for (const session of server.state.sessions) session.ended = true
  server.wake()
  await host.until(() => host.events.some(({ name }) => name === 'disconnect'))
  await expect(host.ask('rpc', { method: 'personal_sign', params: ['0x00'] })).rejects.toMatchObject({
    failure: { code: 'no_active_account', rpcCode: 4100 },
  })
})

test('behavior: logging out ends the open long poll first, so that the server refuses nothing', async () => {
  const { open, server } = setup()
  const { fetch } = server
  let watch: AbortSignal | null | undefined
  let isAskedStill: boolean | undefined
  server.fetch = (input, init) => {
    const { pathname } = new URL(String(input))
    if (pathname === '/v1/auth/session/watch') watch = init?.signal
    if (pathname === '/v1/auth/session/end') isAskedStill = watch?.aborted === false
    return fetch(input, init)
  }
  const host = open()
  await host.signIn()
  await host.until(() => watch !== undefined)
  await host.ask('signOut')
  expect(isAskedStill).toBe(false)
})

test('behavior: an unavailable feature returns its error', async () => {
  const { open } = setup()
  const host = open()
  await host.signIn()
  expect(await host.ask('getSmartAccountEnabledNetworks')).toStrictEqual({ smartAccountEnabledNetworks: [] })
  for (const [type, payload, code] of [
    ['initSmartAccount', {}, 'smart_account_unavailable'],
    ['setPreferredAccount', { type: 'smartAccount' }, 'smart_account_unavailable'],
  ] as const)
    await expect(host.ask(type, payload)).rejects.toMatchObject({ failure: { code } })
})

test('behavior: takes over theme and cleaned name; refuses invalid values', async () => {
  const { open } = setup()
  const host = open()
  await host.ask('syncTheme', { mode: 'dark', accent: '#f03e3e', language: 'de' })
  expect(host.frame.theme.getState()).toStrictEqual({ mode: 'dark', accent: '#f03e3e' })
  expect(host.frame.language.getState()).toBe('de')
  await expect(host.ask('syncTheme', { mode: 'light', accent: '#ffffff' })).rejects.toMatchObject({
    failure: { code: 'frame_request_invalid' },
  })
  await host.ask('syncDappData', { name: 'My\u202E app', url: 'https://app.example', icons: [] })
  expect(host.frame.asker.getState()).toStrictEqual({ origin: 'https://app.example', claimedName: 'My app' })
})

test('behavior: a change of the address: a step-up, a code to the old one, a code to the new one', async () => {
  const { open, clock } = setup()
  const host = open()
  await host.signIn('old@mail.example')
  clock.advance(6 * 60_000)
  const started = host.ask('updateEmail', { email: 'new@mail.example' })
  expect(await host.card('code')).toMatchObject({ purpose: 'stepUp', email: 'old@mail.example' })
  host.frame.actions.submitCode('123456')
  expect(await started).toStrictEqual({ action: 'VERIFY_PRIMARY_OTP' })
  const primary = host.ask('updateEmailPrimaryOtp')
  expect(await host.card('code')).toMatchObject({
    ...{ purpose: 'emailOld', email: 'old@mail.example', newEmail: 'new@mail.example' },
  })
  host.frame.actions.submitCode('123456')
  expect(await primary).toStrictEqual({ action: 'VERIFY_SECONDARY_OTP' })
  const secondary = host.ask('updateEmailSecondaryOtp')
  expect(await host.card('code')).toMatchObject({ purpose: 'emailNew', email: 'new@mail.example' })
  host.frame.actions.submitCode('123456')
  expect(await secondary).toStrictEqual({ newEmail: 'new@mail.example' })
  expect(await host.ask('getUser')).toMatchObject({ email: 'new@mail.example' })
})

test('behavior: a change to another address replaces the pending one', async () => {
  const { open, clock } = setup()
  const host = open()
  await host.signIn('old@mail.example')
  clock.advance(6 * 60_000)
  const first = host.ask('updateEmail', { email: 'first@mail.example' })
  await host.card('code')
  const second = host.ask('updateEmail', { email: 'second@mail.example' })
  await expect(first).rejects.toMatchObject({ failure: { code: 'request_aborted' } })
  await host.card('code')
  host.frame.actions.submitCode('123456')
  expect(await second).toStrictEqual({ action: 'VERIFY_PRIMARY_OTP' })
  const primary = host.ask('updateEmailPrimaryOtp')
  expect(await host.card('code')).toMatchObject({ purpose: 'emailOld', newEmail: 'second@mail.example' })
  // The card for the second address closed with it.
  expect(await host.ask('updateEmail', { email: 'third@mail.example' })).toStrictEqual({ action: 'VERIFY_PRIMARY_OTP' })
  await expect(primary).rejects.toMatchObject({ failure: { code: 'request_aborted' } })
  expect(host.frame.card.getState()).toBe(null)
  void host.ask('updateEmailPrimaryOtp').catch(() => {})
  expect(await host.card('code')).toMatchObject({ newEmail: 'third@mail.example' })
})

test('behavior: threat 69: log-canary: the frame’s log of a whole login contains no secret', async () => {
  const lines: string[] = []
  const { open, server } = setup({ enableLogger: true, log: (line) => lines.push(line) })
  const host = open()
  await host.signIn('canary@mail.example')
  host.post({ k: 'req', id: 'canary-id', token: 'canary-token' })
  await host.until(() => lines.some((line) => line.includes('refused')))
  const [wallet] = server.state.wallets
  const shares = [...(wallet?.shares.values() ?? [])].map(({ share }) => share)
  for (const secret of ['canary', '123456', ...shares]) expect(lines.join('\n')).not.toContain(secret)
})
