import { afterEach, expect, test } from 'vitest'
import { createFrameTests } from '../testing/createFrameTests.ts'
import { createTestDevice } from '../testing/createTestDevice.ts'
import type { TestFrame } from '../testing/createTestFrame.ts'
import { createTestPasskeys } from '../testing/createTestPasskeys.ts'

const { setup } = createFrameTests({ afterEach })

const mira = { subject: '7', email: 'mira@mail.example', userName: 'Mira' }
const start = async (host: TestFrame, payload: object = {}) =>
  (await host.ask('socialStart', { provider: 'google', ...payload })) as { attemptId: string; popupUrl: string }
const redeems = (calls: readonly string[]) => calls.filter((path) => path === '/v1/oauth/redeem').length

test('behavior: finding F2: threat 150: the page learns no handshake; the frame vouches to wallet windows for its attempt, until the end', async () => {
  const { open, server } = setup()
  const host = open()
  const { attemptId } = await start(host)
  expect(JSON.stringify(host.messages)).not.toContain('h'.repeat(43))
  const told: unknown[] = []
  const source = { postMessage: (message: unknown, origin: string) => told.push({ message, origin }) }
  const own = 'https://wallet.example'
  const ready = { k: 'ew:popup-ready', attemptId }
  host.deliver({ source, origin: 'https://app.example', data: ready, ports: [] })
  host.deliver({ source, origin: own, data: { ...ready, attemptId: crypto.randomUUID() }, ports: [] })
  host.deliver({ source, origin: own, data: { k: 'ew:popup-go', attemptId }, ports: [] })
  host.deliver({ source, origin: own, data: null, ports: [] })
  host.deliver({ source: null, origin: own, data: ready, ports: [] })
  expect(told).toStrictEqual([])
  host.deliver({ source, origin: own, data: ready, ports: [] })
  expect(told).toStrictEqual([{ origin: own, message: { k: 'ew:popup-go', attemptId, handshake: 'h'.repeat(43) } }])
  const connected = host.ask('connectSocial', { attemptId })
  server.social.vouch(mira)
  await connected
  host.deliver({ source, origin: own, data: ready, ports: [] })
  expect(told).toHaveLength(1)
})

test('behavior: finding F2: threat 152: without a window and shared cookies, the visitor reads the number before the page leaves', async () => {
  const { open, server, clock } = setup({ sharesCookies: false })
  const host = open()
  const returnUrl = 'https://app.example/buy'
  const first = host.ask('socialStart', { provider: 'google', returnUrl })
  const card = await host.card('number')
  expect(card).toMatchObject({ isBefore: true, number: '42', provider: 'google' })
  clock.advance(25_000)
  expect(await first).toStrictEqual({ status: 'pending' })
  const second = host.ask('socialStart', { provider: 'google', returnUrl })
  await host.until(() => host.frame.card.getState() !== null)
  host.frame.actions.goOn()
  expect(await second).toMatchObject({ popupUrl: expect.stringContaining('/popup/oauth#') })
  expect(host.frame.card.getState()).toBe(null)
  expect(server.calls.filter((path) => path === '/v1/oauth/start')).toHaveLength(1)
})

test('error: closing the number before the page leaves starts nothing', async () => {
  const { open } = setup({ sharesCookies: false })
  const host = open()
  const started = host.ask('socialStart', { provider: 'google', returnUrl: 'https://app.example/buy' })
  await host.card('number')
  host.frame.actions.cancel()
  await expect(started).rejects.toMatchObject({ failure: { code: 'user_rejected' } })
  expect(host.frame.card.getState()).toBe(null)
})

test('default: the page gets the address of the window and, after the login, the visitor', async () => {
  const { open, server } = setup()
  const host = open()
  const { attemptId, popupUrl } = await start(host)
  expect(popupUrl).toBe(`https://wallet.example/popup/oauth#${attemptId}`)
  const connected = host.ask('connectSocial', { attemptId })
  await host.until(() => redeems(server.calls) === 1)
  server.social.vouch(mira)
  const user = await connected
  expect(user).toMatchObject({ email: 'mira@mail.example', socialProvider: 'google', userName: 'Mira' })
  expect(await host.ask('getUser')).toStrictEqual(user)
  expect(host.frame.card.getState()).toBe(null)
  host.stop()
  // A reload needs no action, and has the same data.
  expect(await open().ask('getUser')).toStrictEqual(user)
})

test('behavior: threat 49: the page learns nothing of a login except the visitor', async () => {
  const { open, server } = setup()
  const host = open()
  const { attemptId } = await start(host)
  const connected = host.ask('connectSocial', { attemptId })
  server.social.vouch(mira)
  await connected
  expect(JSON.stringify(host.messages)).not.toMatch(/access-|refresh-|\b42\b/)
})

test('behavior: a visitor without an address and a name', async () => {
  const { open, server } = setup()
  const host = open()
  const { attemptId } = await start(host, { provider: 'x' })
  server.social.vouch()
  const user = await host.ask('connectSocial', { attemptId })
  expect(user).toMatchObject({ email: null, socialProvider: 'x' })
  expect(user).not.toHaveProperty('userName')
})

test('behavior: a slow window answers pending after 25 s, and continues with the next request', async () => {
  const { open, server, clock } = setup()
  const host = open()
  const { attemptId } = await start(host)
  const first = host.ask('connectSocial', { attemptId })
  await host.until(() => redeems(server.calls) === 1)
  clock.advance(25_000)
  expect(await first).toStrictEqual({ status: 'pending' })
  server.social.vouch()
  expect(await host.ask('connectSocial', { attemptId })).toMatchObject({ socialProvider: 'google' })
  expect(redeems(server.calls)).toBe(1)
})

/** A login whose window lost the page, so that the number shows. */
async function showNumber() {
  const { open, server } = setup()
  const host = open()
  const { attemptId } = await start(host)
  const { id, answer: connected } = host.begin('connectSocial', { attemptId })
  await host.until(() => redeems(server.calls) === 1)
  server.social.detach()
  expect(await host.card('number')).toMatchObject({ provider: 'google', number: '42' })
  return { server, host, id, connected }
}

test('behavior: threat 54: host-coop: shows the number of a disconnected window, until the login ends', async () => {
  const { server, host, connected } = await showNumber()
  await host.until(() => redeems(server.calls) === 2)
  server.social.vouch()
  expect(await connected).toMatchObject({ socialProvider: 'google' })
  expect(host.frame.card.getState()).toBe(null)
})

test('behavior: closing the number ends the login', async () => {
  const { host, connected } = await showNumber()
  host.frame.actions.cancel()
  await expect(connected).rejects.toMatchObject({ failure: { code: 'user_rejected' } })
  expect(host.frame.card.getState()).toBe(null)
})

test('behavior: when the page gives up, the number closes', async () => {
  const { host, id, connected } = await showNumber()
  await host.ask('rpcAbort', { id })
  await expect(connected).rejects.toMatchObject({ failure: { code: 'request_aborted' } })
  await host.until(() => host.frame.card.getState() === null)
  expect(await host.ask('isConnected')).toStrictEqual({ isConnected: false })
})

test('behavior: a second start replaces the first', async () => {
  const { open, server } = setup()
  const host = open()
  const first = await start(host)
  const waiting = host.ask('connectSocial', { attemptId: first.attemptId })
  await host.until(() => redeems(server.calls) === 1)
  const second = await start(host, { provider: 'github' })
  await expect(waiting).rejects.toMatchObject({ failure: { code: 'request_aborted' } })
  server.social.vouch()
  expect(await host.ask('connectSocial', { attemptId: second.attemptId })).toMatchObject({ socialProvider: 'github' })
})

test('behavior: a phone that cuts the connection of the background page loses no login', async () => {
  const { open, server, clock } = setup()
  const host = open()
  const { attemptId } = await start(host)
  server.fail('/v1/oauth/redeem', 'before')
  server.fail('/v1/oauth/redeem', 'before')
  const connected = host.ask('connectSocial', { attemptId })
  await host.until(() => redeems(server.calls) === 1)
  server.social.vouch()
  for (const count of [2, 3]) {
    await host.until(() => {
      clock.advanceToDue(5_000)
      return redeems(server.calls) === count
    })
  }
  expect(await connected).toMatchObject({ socialProvider: 'google' })
})

test('error: a network that stays offline', async () => {
  const { open, server, clock } = setup()
  const host = open()
  const { attemptId } = await start(host)
  for (let times = 0; times < 6; times += 1) server.fail('/v1/oauth/redeem', 'before')
  const connected = host.ask('connectSocial', { attemptId })
  let failure: unknown
  connected.catch((error: { failure: unknown }) => {
    failure = error.failure
  })
  await host.until(() => {
    clock.advanceToDue(5_000)
    return failure !== undefined
  })
  expect(failure).toMatchObject({ code: 'network_request_failed' })
})

test.each(['social_denied', 'social_expired', 'social_refused', 'social_provider_failed'] as const)(
  'error: a login that ends with %s reports that, and leaves the visitor logged out',
  async (code) => {
    const { open, server } = setup()
    const host = open()
    const { attemptId } = await start(host)
    const connected = host.ask('connectSocial', { attemptId })
    await host.until(() => redeems(server.calls) === 1)
    server.social.refuse(code)
    await expect(connected).rejects.toMatchObject({ failure: { code } })
    expect(await host.ask('isConnected')).toStrictEqual({ isConnected: false })
  },
)

test('behavior: without a window: the page returns with a token, which needs this device’s key', async () => {
  const { open, server } = setup()
  const first = open()
  const { attemptId } = await start(first, { returnUrl: 'https://app.example/buy?step=2' })
  first.stop()
  const resultToken = server.social.vouch(mira)
  // Threat 50: someone who gets the URL with the token does not have the key.
  const stranger = open({ device: createTestDevice() })
  await expect(stranger.ask('connectSocial', { attemptId, resultToken })).rejects.toMatchObject({
    failure: { code: 'attempt_unknown' },
  })
  // The key alone is not enough without the token.
  const second = open()
  await expect(second.ask('connectSocial', { attemptId, resultToken: 'x'.repeat(43) })).rejects.toMatchObject({
    failure: { code: 'social_refused' },
  })
  expect(await second.ask('connectSocial', { attemptId, resultToken })).toMatchObject({ userName: 'Mira' })
})

test.each(['https://evil.example/', 'https://app.example.evil.example/', 'javascript:alert(1)', 'nonsense'])(
  'error: refuses to return to %s',
  async (returnUrl) => {
    const { open, server } = setup()
    const host = open()
    await expect(start(host, { returnUrl })).rejects.toMatchObject({ failure: { code: 'frame_request_invalid' } })
    expect(server.calls).not.toContain('/v1/oauth/start')
  },
)

test('behavior: on a new device the wallet is recovered as after a login by mail', async () => {
  const passkeys = createTestPasskeys({ prf: 'create' })
  const { open, server } = setup({ credentials: passkeys.credentials })
  server.settings.recovery = 'at-creation'
  const first = open()
  const begun = await start(first)
  server.social.vouch(mira)
  const made = first.ask('connectSocial', { attemptId: begun.attemptId })
  await first.card('protect')
  first.frame.actions.protectWithPasskey()
  const { address } = (await made) as { address: string }

  const other = open({ device: createTestDevice() })
  const { attemptId } = await start(other)
  server.social.vouch(mira)
  expect(await other.ask('connectSocial', { attemptId })).toStrictEqual({
    status: 'recover',
    methods: ['passkey', 'oldDevice'],
  })
  const again = other.ask('connectSocial', { attemptId })
  await other.card('recover')
  other.frame.actions.recoverWithPasskey()
  expect(await again).toMatchObject({ address, socialProvider: 'google' })
})

test('behavior: if only the wallet failed to unlock, a repeated request repeats only that', async () => {
  const { open, server } = setup()
  const host = open()
  const { attemptId } = await start(host)
  server.social.vouch(mira)
  server.fail('/v1/wallet', 'before', 3)
  await expect(host.ask('connectSocial', { attemptId })).rejects.toMatchObject({
    failure: { code: 'network_request_failed' },
  })
  expect(await host.ask('connectSocial', { attemptId })).toMatchObject({ userName: 'Mira' })
  expect(redeems(server.calls)).toBe(1)
})

test('behavior: threat 53: an account with the same address is another one, on the device as on the server', async () => {
  const { open, server, clock } = setup()
  const host = open()
  const byMail = (await host.signIn('mira@mail.example')) as { address: string }
  const { attemptId } = await start(host)
  expect(await host.ask('isConnected')).toStrictEqual({ isConnected: false })
  server.social.vouch(mira)
  const byProvider = (await host.ask('connectSocial', { attemptId })) as { address: string }
  expect(byProvider.address).not.toBe(byMail.address)
  // The visitor enters the address now, so the provider does not vouch for it: a code is required.
  clock.advance(30_000)
  expect(await host.ask('connectEmail', { email: 'mira@mail.example' })).toStrictEqual({ action: 'VERIFY_OTP' })
  clock.advance(30_000)
  expect(await host.signIn('mira@mail.example')).toMatchObject({ address: byMail.address })
})

test('behavior: Farcaster: the page shows the channel, and learns the name', async () => {
  const { open, server } = setup()
  const host = open()
  expect(await host.ask('farcasterStart')).toMatchObject({ url: 'https://farcaster.example/channel' })
  const connected = host.ask('connectFarcaster')
  await host.until(() => redeems(server.calls) === 1)
  server.social.vouch({ subject: '3', userName: 'mira.eth' })
  expect(await connected).toStrictEqual({ userName: 'mira.eth' })
  expect(await host.ask('getUser')).toMatchObject({ socialProvider: 'farcaster', userName: 'mira.eth', email: null })
})

test('error: no login was started', async () => {
  const { open } = setup()
  const host = open()
  await expect(host.ask('connectFarcaster')).rejects.toMatchObject({ failure: { code: 'attempt_unknown' } })
  await expect(host.ask('connectSocial', { attemptId: crypto.randomUUID() })).rejects.toMatchObject({
    failure: { code: 'attempt_unknown' },
  })
  await expect(host.ask('connectSocial', { attemptId: 'no id' })).rejects.toMatchObject({
    failure: { code: 'frame_request_invalid' },
  })
})

/** Logs in with a provider, and requests a new address when the login is no longer fresh. */
async function changeEmail(options: Parameters<typeof setup>[0] = {}) {
  const world = setup(options)
  const host = world.open()
  const { attemptId } = await start(host)
  world.server.social.vouch()
  await host.ask('connectSocial', { attemptId })
  world.clock.advance(6 * 60_000)
  const changed = host.ask('updateEmail', { email: 'new@mail.example' })
  await host.card('stepUp')
  return { ...world, host, changed }
}
const isWaiting = (card: object) => 'isWaiting' in card && card.isWaiting === true
const isAsking = (card: object) => 'isWaiting' in card && card.isWaiting === false

test('behavior: an account without an address confirms with its provider, and gets one', async () => {
  const { host, server, changed } = await changeEmail()
  expect(await host.card('stepUp')).toMatchObject({ method: 'social', provider: 'google', reason: 'email' })
  host.frame.actions.confirmWithProvider()
  await host.card('stepUp', isWaiting)
  const opened = host.windows.at(-1)
  const attemptId = opened?.path.split('#')[1] ?? ''
  const ready = { k: 'ew:popup-ready', attemptId }
  const own = 'https://wallet.example'
  // Threats 50, 51: only the window that was opened, from the wallet's own origin, for this attempt.
  host.deliver({ source: {}, origin: own, data: ready, ports: [] })
  host.deliver({ source: opened?.window, origin: 'https://evil.example', data: ready, ports: [] })
  host.deliver({ source: opened?.window, origin: own, data: { ...ready, attemptId: 'x' }, ports: [] })
  host.deliver({ source: opened?.window, origin: own, data: null, ports: [] })
  expect(opened?.told).toStrictEqual([])
  host.deliver({ source: opened?.window, origin: own, data: ready, ports: [] })
  expect(opened?.told).toStrictEqual([
    { origin: own, message: { k: 'ew:popup-go', attemptId, handshake: 'h'.repeat(43) } },
  ])
  server.social.vouch()
  expect(await changed).toStrictEqual({ action: 'VERIFY_SECONDARY_OTP' })
  expect(host.frame.card.getState()).toBe(null)
})

test('behavior: a failure at the provider shows on the card, and the next click opens another window', async () => {
  const { host, server, changed } = await changeEmail()
  host.frame.actions.confirmWithProvider()
  await host.card('stepUp', isWaiting)
  server.social.refuse('social_refused')
  expect(await host.card('stepUp', isAsking)).toMatchObject({ failure: { code: 'social_refused' } })
  host.frame.actions.confirmWithProvider()
  await host.card('stepUp', isWaiting)
  const [first, second] = host.windows
  expect(first?.path).not.toBe(second?.path)
  server.social.vouch()
  expect(await changed).toStrictEqual({ action: 'VERIFY_SECONDARY_OTP' })
})

test('behavior: a window that is disconnected from the frame asks for the number, which the card shows', async () => {
  const { host, server, changed } = await changeEmail()
  host.frame.actions.confirmWithProvider()
  await host.card('stepUp', isWaiting)
  server.social.detach()
  await host.card('stepUp', (card) => 'number' in card && card.number === '42')
  host.frame.actions.cancel()
  await expect(changed).rejects.toMatchObject({ failure: { code: 'user_rejected' } })
  expect(host.frame.card.getState()).toBe(null)
})
