import { frameReadyDelay, frameRequestTimeout, frameStepTimeout, popupSignal } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { stepLimit } from '../connectors/embedded/callFrame.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import { socialRecordKey } from '../storage/socialRecordKey.ts'
import { createTestEnvironment, settle, until } from '../testing/createTestEnvironment.ts'
import { testUser, testWalletUrl } from '../testing/createTestFrame.ts'
import { createTestPopup, type TestPopupMessage, testAttempt } from '../testing/createTestPopup.ts'
import { createWalletKit, type WalletKit } from '../testing/createWalletKit.ts'
import { popupGoneDelay, popupWatchInterval } from './watchPopup.ts'

const user = { ...testUser, email: null, socialProvider: 'google', userName: 'Ada' }
type Page = Omit<Parameters<typeof createTestPopup>[0], 'environment'>

/** A kit whose server has these logins, on a page whose windows the test plays; its code is at hand. */
async function socialKit({
  logins = ['email', 'google', 'github', 'farcaster'],
  wallet,
  stored,
  answer,
  ...page
}: Page & {
  logins?: readonly string[] | undefined
  wallet?: Partial<NonNullable<LatchkeyConfig['wallet']>>
  stored?: object
  answer?: () => Promise<Response>
} = {}) {
  const features = [{ id: 'social_login', isEnabled: logins.length > 0, config: logins }]
  const environment = createTestEnvironment({ fetch: answer ?? (() => Response.json({ features })) })
  if (stored) environment.storage.setItem(socialRecordKey, JSON.stringify(stored))
  const popup = createTestPopup({ environment, ...page })
  const kit = createWalletKit({ environment, config: { wallet: { url: testWalletUrl, ...wallet } } })
  kit.frame.answers.socialStart = () => testAttempt
  kit.frame.answers.isConnected = () => ({ isConnected: true, isProtected: true })
  kit.frame.answers.getUser = () => user
  kit.latchkey.social.prepare()
  kit.latchkey.email.prepare()
  await until(() => kit.latchkey.social.getState().providers !== undefined && kit.frame.hellos.length > 0)
  await settle()
  await environment.advance(frameReadyDelay)
  return { ...kit, popup, state: () => kit.latchkey.social.getState() }
}
type SocialKit = Awaited<ReturnType<typeof socialKit>>

/** Presses the button of a provider, up to where the visitor is in its window. */
async function begin({ latchkey, frame }: SocialKit, provider: 'google' | 'github' = 'google') {
  const started = latchkey.social.start({ provider })
  started.catch(() => {})
  const asked = frame.types().filter((type) => type === 'connectSocial').length
  await until(() => frame.types().filter((type) => type === 'connectSocial').length > asked)
  return { started }
}
const viewsOf = ({ latchkey }: WalletKit) => latchkey.modal.getState().history.map(({ name }) => name)

describe('providers', () => {
  test('default: those that the server has, in the order of the protocol; remembered for the next visit', async () => {
    const { environment, state } = await socialKit({ logins: ['github', 'email', 'google', 'myspace'] })
    await environment.idle()
    expect(state().providers).toStrictEqual(['google', 'github'])
    expect(JSON.parse(environment.storage.getItem(socialRecordKey) ?? '')).toMatchObject({
      providers: ['google', 'github'],
    })
  })

  test('behavior: nobody is asked before somebody looks, and then once', async () => {
    const environment = createTestEnvironment({ fetch: () => Response.json({ features: [] }) })
    const { latchkey } = createWalletKit({ environment })
    await latchkey.connection.reconnect()
    await settle()
    expect(environment.requests).toStrictEqual([])
    latchkey.social.prepare()
    latchkey.social.prepare()
    await until(() => latchkey.social.getState().providers !== undefined)
    latchkey.social.prepare()
    await environment.idle()
    expect(environment.requests.map(({ url }) => new URL(url).pathname)).toStrictEqual(['/projects/v1/config'])
    expect(latchkey.social.getState().providers).toStrictEqual([])
  })

  test('behavior: those of the last visit show until the server has answered', async () => {
    let answer: (response: Response) => void = () => {}
    const { environment, state } = await socialKit({
      stored: { providers: ['apple', 'nobody'] },
      answer: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    expect(state().providers).toStrictEqual(['apple'])
    answer(Response.json({ features: [{ id: 'social_login', isEnabled: true, config: ['google'] }] }))
    await environment.idle()
    expect(state().providers).toStrictEqual(['google'])
  })

  test('behavior: the app chooses and orders them, or has none', async () => {
    const chosen = await socialKit({ wallet: { socials: ['farcaster', 'apple', 'google'] } })
    await chosen.environment.idle()
    expect(chosen.state().providers).toStrictEqual(['farcaster', 'google'])
    const { latchkey } = createWalletKit({ config: { wallet: { url: testWalletUrl, socials: false } } })
    expect(latchkey.social.isAvailable).toBe(false)
    latchkey.social.prepare()
    await expect(latchkey.social.start({ provider: 'google' })).rejects.toMatchObject({ code: 'adapter_not_found' })
    const without = createWalletKit({ config: { wallet: undefined } as never })
    expect(without.latchkey.social.isAvailable).toBe(false)
  })

  test('error: a server that is down: none, or those of the last visit; asked again by whoever looks next', async () => {
    let isDown = true
    const { environment, latchkey, state } = await socialKit({
      answer: async () => {
        if (isDown) throw new TypeError('fetch failed')
        return Response.json({ features: [{ id: 'social_login', isEnabled: true, config: ['google'] }] })
      },
    })
    expect(state().providers).toStrictEqual([])
    isDown = false
    latchkey.social.prepare()
    await environment.idle()
    expect(state().providers).toStrictEqual(['google'])
  })

  test('error: a record that is none is passed over', async () => {
    const environment = createTestEnvironment({ fetch: () => Response.json({ features: [] }) })
    environment.storage.setItem(socialRecordKey, 'nonsense')
    const { latchkey } = createWalletKit({ environment })
    latchkey.social.prepare()
    await until(() => latchkey.social.getState().providers !== undefined)
    expect(latchkey.social.getState().providers).toStrictEqual([])
  })
})

describe('through a window', () => {
  test('default: click, window, hand-shake, connected', async () => {
    const kit = await socialKit()
    const { latchkey, frame, popup, state } = kit
    const statuses: string[] = []
    latchkey.social.subscribe(({ status }, before) => {
      if (status !== before.status) statuses.push(status)
    })
    const started = latchkey.social.start({ provider: 'google' })
    // Within the click, before anything was asked.
    expect(popup.opened()).toBe(1)
    expect(state()).toMatchObject({ status: 'opening', provider: 'google' })
    await until(() => frame.types().includes('connectSocial'))
    expect(popup.urls).toStrictEqual([testAttempt.popupUrl])
    popup.say()
    const { attemptId, handshake } = testAttempt
    expect(popup.sent).toStrictEqual([{ data: { k: popupSignal.go, attemptId, handshake }, origin: testWalletUrl }])
    frame.answer('connectSocial', user)
    await expect(started).resolves.toMatchObject({ address: testUser.address, connector: { id: 'latchkey' } })
    expect(statuses).toStrictEqual(['opening', 'waiting', 'connecting', 'idle'])
    expect(latchkey.email.getState().user).toMatchObject({ socialProvider: 'google', userName: 'Ada', email: null })
  })

  test.each<[string, TestPopupMessage]>([
    ['another origin', { origin: 'https://evil.test' }],
    ['a sub-domain of the wallet', { origin: 'https://a.wallet.test' }],
    ['another window', { source: {} }],
    ['no window', { source: null }],
    ['another attempt', { data: { k: popupSignal.ready, attemptId: '00000000-0000-4000-8000-000000000000' } }],
    ['another message', { data: { k: popupSignal.go, attemptId: testAttempt.attemptId } }],
    ['no message', { data: null }],
  ])('error: a ready of %s gets no handshake', async (_, message) => {
    const kit = await socialKit()
    await begin(kit)
    kit.popup.say(message)
    expect(kit.popup.sent).toStrictEqual([])
    kit.popup.say()
    expect(kit.popup.sent).toHaveLength(1)
  })

  test('behavior: the handshake is given once', async () => {
    const kit = await socialKit()
    await begin(kit)
    kit.popup.say()
    kit.popup.say()
    expect(kit.popup.sent).toHaveLength(1)
  })

  test('behavior: after the end nobody gets the handshake any more', async () => {
    const kit = await socialKit()
    const { started } = await begin(kit)
    kit.frame.answer('connectSocial', user)
    await started
    kit.popup.say()
    expect(kit.popup.sent).toStrictEqual([])
  })

  test('error: a blocked window', async () => {
    const { latchkey, popup, state } = await socialKit()
    popup.block()
    await expect(latchkey.social.start({ provider: 'google' })).rejects.toMatchObject({ code: 'popup_blocked' })
    expect(state()).toMatchObject({ status: 'failed', failure: { code: 'popup_blocked' }, canRedirect: true })
  })

  test('behavior: a window that looks closed is a hint and never an end', async () => {
    const kit = await socialKit()
    const { environment, popup, state, frame } = kit
    const { started } = await begin(kit)
    popup.setClosed(true)
    await environment.advance(popupWatchInterval)
    expect(state().window).toBeUndefined()
    await environment.advance(popupGoneDelay)
    expect(state()).toMatchObject({ status: 'waiting', window: 'gone' })
    // It was only cut off, and the login comes to its end.
    frame.answer('connectSocial', user)
    await expect(started).resolves.toMatchObject({ address: testUser.address })
  })

  test('behavior: opened again, the first attempt is over, and its window closes', async () => {
    const kit = await socialKit()
    const { started } = await begin(kit)
    const ended = expect(started).rejects.toMatchObject({ code: 'request_aborted' })
    const { started: second } = await begin(kit)
    await ended
    expect(kit.popup.opened()).toBe(2)
    expect(kit.state().status).toBe('waiting')
    kit.frame.answer('connectSocial', user)
    await second
  })

  test('behavior: a window that lost the page: the wallet shows a number, and the window counts as there', async () => {
    const kit = await socialKit()
    const { frame, state } = kit
    const { started } = await begin(kit)
    frame.say({ name: 'show', card: 'number', closable: true })
    await until(() => state().window === 'detached')
    frame.say({ name: 'hide' })
    await until(() => state().window === undefined)
    expect(state().status).toBe('waiting')
    frame.say({ name: 'show', card: 'recover', closable: true })
    await until(() => state().status === 'connecting')
    frame.answer('connectSocial', user)
    await started
  })

  test('behavior: Escape on the number gives the login up', async () => {
    const kit = await socialKit()
    const { started } = await begin(kit)
    kit.frame.say({ name: 'show', card: 'number', closable: true })
    await until(() => kit.state().window === 'detached')
    kit.frame.pressEscape()
    await expect(started).rejects.toMatchObject({ code: 'request_aborted' })
    expect(kit.state().status).toBe('idle')
  })

  test('behavior: somebody who takes their time is asked after again and again', async () => {
    const kit = await socialKit()
    const { started } = await begin(kit)
    for (let round = 0; round < 3; round++) {
      await kit.environment.advance(frameStepTimeout)
      kit.frame.answer('connectSocial', { status: 'pending' })
      await until(() => kit.frame.types().filter((type) => type === 'connectSocial').length === round + 2)
    }
    kit.frame.answer('connectSocial', user)
    await started
  })

  test('error: nobody waits for ever', async () => {
    const kit = await socialKit()
    const { started } = await begin(kit)
    const failed = expect(started).rejects.toMatchObject({ code: 'frame_timeout' })
    kit.frame.answers.connectSocial = () => undefined
    for (let waited = 0; waited < stepLimit; waited += frameStepTimeout) {
      await kit.environment.advance(frameStepTimeout)
      kit.frame.answer('connectSocial', { status: 'pending' })
      await settle()
    }
    await failed
    expect(kit.state().status).toBe('failed')
  })

  test('error: a wallet that does not answer: a time-out, an abort, an alert', async () => {
    const kit = await socialKit()
    const { started } = await begin(kit)
    const failed = expect(started).rejects.toMatchObject({ code: 'frame_timeout' })
    await kit.environment.advance(frameRequestTimeout)
    await failed
    expect(kit.state()).toMatchObject({ status: 'failed', failure: { code: 'frame_timeout' } })
    expect(kit.latchkey.modal.getState().toast).toMatchObject({ kind: 'error', message: 'The request timed out' })
    await until(() => kit.frame.types().includes('rpcAbort'))
  })

  test.each([
    'social_denied',
    'social_expired',
    'social_provider_failed',
    'social_refused',
    'social_unavailable',
    'rate_limited',
    'attempt_unknown',
  ] as const)('error: %s stands in the state, and the next attempt begins anew', async (code) => {
    const kit = await socialKit()
    const { started } = await begin(kit)
    const failed = expect(started).rejects.toMatchObject({ code })
    kit.frame.refuse('connectSocial', { code, message: 'No' })
    await failed
    expect(kit.state()).toMatchObject({ status: 'failed', provider: 'google', failure: { code } })
    const { started: second } = await begin(kit)
    expect(kit.state().failure).toBeUndefined()
    kit.frame.answer('connectSocial', user)
    await second
  })

  test.each(['https://evil.test/popup/oauth', 'https://wallet.test.evil.test/popup/oauth', 'javascript:alert(1)', ''])(
    'error: the window is not led to %j',
    async (popupUrl) => {
      const kit = await socialKit()
      kit.frame.answers.socialStart = () => ({ ...testAttempt, popupUrl })
      await expect(kit.latchkey.social.start({ provider: 'google' })).rejects.toMatchObject({ code: 'frame_error' })
      expect(kit.popup.urls).toStrictEqual([])
    },
  )

  test('behavior: given up, the window closes, the frame hears of it, and late answers change nothing', async () => {
    const kit = await socialKit()
    const { started } = await begin(kit)
    kit.latchkey.social.cancel()
    await expect(started).rejects.toMatchObject({ code: 'request_aborted' })
    expect(kit.state().status).toBe('idle')
    await until(() => kit.frame.types().includes('rpcAbort'))
    await settle()
    expect(kit.latchkey.connection.getState().status).toBe('disconnected')
  })

  test('behavior: leaving the view gives it up; connected, the view leaves', async () => {
    const kit = await socialKit()
    void kit.latchkey.modal.open()
    const { started } = await begin(kit)
    kit.latchkey.modal.push('ConnectingSocial', { provider: 'google' })
    kit.latchkey.modal.goBack()
    await expect(started).rejects.toMatchObject({ code: 'request_aborted' })
    expect(viewsOf(kit)).toStrictEqual(['Connect'])
    const { started: second } = await begin(kit)
    kit.latchkey.modal.push('ConnectingSocial', { provider: 'google' })
    kit.frame.answer('connectSocial', user)
    await second
    expect(kit.latchkey.modal.getState().open).toBe(false)
  })

  test('behavior: one login at a time, by email or with a provider', async () => {
    const kit = await socialKit()
    const { latchkey, frame, state } = kit
    frame.answers.connectEmail = () => ({ action: 'VERIFY_OTP' })
    await latchkey.email.start({ email: 'ada@site.test' })
    const { started } = await begin(kit)
    expect(latchkey.email.getState().status).toBe('idle')
    const ended = expect(started).rejects.toMatchObject({ code: 'request_aborted' })
    await latchkey.email.start({ email: 'grace@site.test' })
    await ended
    expect([state().status, latchkey.email.getState().status]).toStrictEqual(['idle', 'code'])
  })
})

describe('through the page itself', () => {
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 330.0'

  test.each<[string, Page]>([
    ['an app’s own browser', { userAgent: phone }],
    ['Telegram', { others: { TelegramWebviewProxy: {} } }],
  ])('default: in %s the page goes to the provider, and comes back to where it was', async (_, page) => {
    const kit = await socialKit({ ...page, href: 'https://site.test/buy?x=1#/chart' })
    const { latchkey, popup, frame, environment } = kit
    void latchkey.social.start({ provider: 'github' }).catch(() => {})
    await until(() => popup.left.length > 0)
    expect(popup.opened()).toBe(0)
    expect(popup.left).toStrictEqual([testAttempt.popupUrl])
    const asked = frame.requests.find(({ type }) => type === 'socialStart')
    expect(asked?.payload).toStrictEqual({ provider: 'github', returnUrl: 'https://site.test/buy?x=1' })
    expect(JSON.parse(environment.storage.getItem(socialRecordKey) ?? '').departure).toStrictEqual({
      attemptId: testAttempt.attemptId,
      provider: 'github',
      fragment: '#/chart',
    })
  })

  test('behavior: after a blocked window, by choice', async () => {
    const kit = await socialKit()
    kit.popup.block()
    await kit.latchkey.social.start({ provider: 'google' }).catch(() => {})
    void kit.latchkey.social.startRedirect({ provider: 'google' }).catch(() => {})
    await until(() => kit.popup.left.length > 0)
    expect(kit.state()).toMatchObject({ status: 'opening', window: 'none' })
  })

  test('behavior: a framed page cannot go there itself', async () => {
    const kit = await socialKit({ others: { parent: {}, TelegramWebviewProxy: {} } })
    expect(kit.state().canRedirect).toBe(false)
    await begin(kit)
    expect(kit.popup.opened()).toBe(1)
  })

  test('behavior: back by the browser’s own button, nobody signs in any more', async () => {
    const kit = await socialKit({ userAgent: phone })
    const started = kit.latchkey.social.start({ provider: 'google' })
    const ended = expect(started).rejects.toMatchObject({ code: 'request_aborted' })
    await until(() => kit.popup.left.length > 0)
    kit.environment.page()?.dispatchEvent(new Event('pageshow'))
    await ended
    expect(kit.state().status).toBe('idle')
  })

  /** The page loads again, with what came back in its address. */
  async function comeBack({ fragment, departure = true }: { fragment: string; departure?: boolean }) {
    const { attemptId } = testAttempt
    const environment = createTestEnvironment()
    if (departure) {
      const record = { departure: { attemptId, provider: 'google', fragment: '#/chart' } }
      environment.storage.setItem(socialRecordKey, JSON.stringify(record))
    }
    const popup = createTestPopup({ environment, href: `https://site.test/buy#${fragment}` })
    const kit = createWalletKit({ environment })
    kit.frame.answers.isConnected = () => ({ isConnected: true })
    kit.frame.answers.getUser = () => user
    const restored = kit.latchkey.connection.reconnect()
    return { ...kit, popup, restored, state: () => kit.latchkey.social.getState() }
  }
  const token = 't'.repeat(43)

  test('default: the address is clean at once; the modal shows how it goes; connected', async () => {
    const kit = await comeBack({ fragment: `latchkey-social=${testAttempt.attemptId}.${token}` })
    expect(kit.popup.href()).toBe('https://site.test/buy')
    await until(() => kit.frame.hellos.length > 0)
    expect(viewsOf(kit)).toStrictEqual(['ConnectingSocial'])
    expect(kit.state()).toMatchObject({ status: 'connecting', provider: 'google' })
    // What stood there before.
    expect(kit.popup.href()).toBe('https://site.test/buy#/chart')
    await settle()
    await kit.environment.advance(frameReadyDelay)
    await until(() => kit.frame.types().includes('connectSocial'))
    expect(kit.frame.requests.find(({ type }) => type === 'connectSocial')?.payload).toStrictEqual({
      attemptId: testAttempt.attemptId,
      resultToken: token,
    })
    kit.frame.answer('connectSocial', user)
    await until(() => kit.latchkey.connection.getState().status === 'connected')
    expect([kit.state().status, kit.latchkey.modal.getState().open]).toStrictEqual(['idle', false])
    // Good once, also for the page's own record.
    expect(JSON.parse(kit.environment.storage.getItem(socialRecordKey) ?? '').departure).toBeUndefined()
  })

  test('error: refused at the provider: the visitor sees why', async () => {
    const kit = await comeBack({ fragment: `latchkey-social=${testAttempt.attemptId}` })
    await until(() => kit.frame.hellos.length > 0)
    await settle()
    await kit.environment.advance(frameReadyDelay)
    await until(() => kit.frame.types().includes('connectSocial'))
    kit.frame.refuse('connectSocial', { code: 'social_denied', message: 'No' })
    await until(() => kit.state().status === 'failed')
    expect(viewsOf(kit)).toStrictEqual(['ConnectingSocial'])
    expect(kit.state().failure?.code).toBe('social_denied')
  })

  test('error: threat 54: a link that somebody else began does nothing but leave the address', async () => {
    const kit = await comeBack({ fragment: `latchkey-social=${testAttempt.attemptId}.${token}`, departure: false })
    expect(kit.popup.href()).toBe('https://site.test/buy')
    await until(() => kit.latchkey.modal.getState().toast !== undefined)
    expect(kit.latchkey.modal.getState().toast).toMatchObject({ kind: 'error', code: 'attempt_unknown' })
    expect(kit.frame.element.urls).toStrictEqual([])
    expect(kit.state().status).toBe('idle')
  })

  test('behavior: a page whose address says nothing loads nothing', async () => {
    const kit = await comeBack({ fragment: '/chart' })
    await kit.restored
    expect(kit.popup.href()).toBe('https://site.test/buy#/chart')
    expect(kit.frame.element.urls).toStrictEqual([])
  })
})

describe('Farcaster', () => {
  const url = 'https://farcaster.test/~/siwf?channelToken=1'
  async function open(kit: SocialKit, minutes = 5) {
    const expiresAt = () => new Date(kit.environment.now() + minutes * 60_000).toISOString()
    let made = 0
    kit.frame.answers.farcasterStart = () => ({ url: `${url}${++made}`, expiresAt: expiresAt() })
    const started = kit.latchkey.social.start({ provider: 'farcaster' })
    started.catch(() => {})
    await until(() => kit.frame.types().includes('connectFarcaster'))
    return { started }
  }

  test('default: a channel, the app’s approval, connected', async () => {
    const kit = await socialKit()
    const { started } = await open(kit)
    expect(kit.popup.opened()).toBe(0)
    const expiresAt = kit.environment.now() + 300_000
    expect(kit.state()).toMatchObject({ status: 'waiting', channel: { url: `${url}1`, expiresAt } })
    const names: (string | undefined)[] = []
    kit.latchkey.social.subscribe(({ userName }) => names.push(userName))
    kit.frame.answer('connectFarcaster', { userName: 'ada' })
    await expect(started).resolves.toMatchObject({ address: testUser.address })
    expect(names).toContain('ada')
    expect(kit.frame.types()).toContain('getUser')
  })

  test('behavior: a channel that ran out is followed by a fresh one, for as long as a login may take', async () => {
    const kit = await socialKit()
    const { started } = await open(kit)
    const failed = expect(started).rejects.toMatchObject({ code: 'social_expired' })
    let rounds = 0
    while (kit.state().status === 'waiting') {
      for (let waited = 0; waited < 300_000; waited += 20_000) {
        await kit.environment.advance(20_000)
        kit.frame.answer('connectFarcaster', { status: 'pending' })
        await settle()
      }
      kit.frame.refuse('connectFarcaster', { code: 'social_expired', message: 'Over' })
      await settle()
      rounds++
      if (kit.state().status === 'waiting') {
        await until(() => kit.state().channel?.url === `${url}${rounds + 1}`)
        await settle()
      }
    }
    await failed
    expect(rounds).toBe(4)
  })

  test('error: a channel that ends at once is not made for ever', async () => {
    const kit = await socialKit()
    const { started } = await open(kit)
    kit.frame.refuse('connectFarcaster', { code: 'social_expired', message: 'Over' })
    await expect(started).rejects.toMatchObject({ code: 'social_expired' })
    expect(kit.state().status).toBe('failed')
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', ''])('error: %j is nothing to open', async (bad) => {
    const kit = await socialKit()
    kit.frame.answers.farcasterStart = () => ({ url: bad, expiresAt: new Date(0).toISOString() })
    await expect(kit.latchkey.social.start({ provider: 'farcaster' })).rejects.toMatchObject({ code: 'frame_error' })
  })

  test('behavior: leaving the view gives it up', async () => {
    const kit = await socialKit()
    void kit.latchkey.modal.open()
    const { started } = await open(kit)
    kit.latchkey.modal.push('ConnectingFarcaster')
    kit.latchkey.modal.close()
    await expect(started).rejects.toMatchObject({ code: 'request_aborted' })
    expect(kit.state().status).toBe('idle')
  })
})
