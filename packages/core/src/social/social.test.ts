import { frameRequestTimeout, frameStepTimeout, popupSignal } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { stepLimit } from '../connectors/embedded/callFrame.ts'
import { socialRecordKey } from '../storage/socialRecordKey.ts'
import { createSocialKit, type SocialKit, socialUser } from '../testing/createSocialKit.ts'
import { createTestEnvironment, settle, until } from '../testing/createTestEnvironment.ts'
import { testUser, testWalletUrl } from '../testing/createTestFrame.ts'
import { testAttempt } from '../testing/createTestPopup.ts'
import { createWalletKit, type WalletKit } from '../testing/createWalletKit.ts'
import { popupGoneDelay, popupWatchInterval } from './watchPopup.ts'

/** Presses a provider's button, and waits until the visitor is in its window. */
async function begin({ latchkey, frame }: SocialKit, provider: 'google' | 'github' = 'google') {
  const started = latchkey.social.start({ provider })
  started.catch(() => {})
  const asked = frame.types().filter((type) => type === 'connectSocial').length
  await until(() => frame.types().filter((type) => type === 'connectSocial').length > asked)
  return { started }
}
const viewsOf = ({ latchkey }: WalletKit) => latchkey.modal.getState().history.map(({ name }) => name)

describe('providers', () => {
  test('default: the server’s providers in the order of the protocol; stored for the next visit', async () => {
    const { environment, state } = await createSocialKit({ logins: ['github', 'email', 'google', 'myspace'] })
    await environment.idle()
    expect(state().providers).toStrictEqual(['google', 'github'])
    expect(JSON.parse(environment.storage.getItem(socialRecordKey) ?? '')).toMatchObject({
      providers: ['google', 'github'],
    })
  })

  test('behavior: one request for the providers, after the first call', async () => {
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
    const { environment, state } = await createSocialKit({
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

  test('behavior: the app chooses and orders them, or disables them', async () => {
    const chosen = await createSocialKit({ wallet: { socials: ['farcaster', 'apple', 'google'] } })
    await chosen.environment.idle()
    expect(chosen.state().providers).toStrictEqual(['farcaster', 'google'])
    const { latchkey } = createWalletKit({ config: { wallet: { url: testWalletUrl, socials: false } } })
    expect(latchkey.social.isAvailable).toBe(false)
    latchkey.social.prepare()
    await expect(latchkey.social.start({ provider: 'google' })).rejects.toMatchObject({ code: 'adapter_not_found' })
    const without = createWalletKit({ config: { wallet: undefined } as never })
    expect(without.latchkey.social.isAvailable).toBe(false)
  })

  test('error: an unreachable server: none, or those of the last visit; the next call tries again', async () => {
    let isDown = true
    const { environment, latchkey, state } = await createSocialKit({
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

  test('error: a malformed record is ignored', async () => {
    const environment = createTestEnvironment({ fetch: () => Response.json({ features: [] }) })
    environment.storage.setItem(socialRecordKey, 'nonsense')
    const { latchkey } = createWalletKit({ environment })
    latchkey.social.prepare()
    await until(() => latchkey.social.getState().providers !== undefined)
    expect(latchkey.social.getState().providers).toStrictEqual([])
  })
})

describe('through a window', () => {
  test('default: click, window, connected', async () => {
    const kit = await createSocialKit()
    const { latchkey, frame, popup, state } = kit
    const statuses: string[] = []
    latchkey.social.subscribe(({ status }, before) => {
      if (status !== before.status) statuses.push(status)
    })
    const started = latchkey.social.start({ provider: 'google' })
    // Within the click, before any request.
    expect(popup.opened()).toBe(1)
    expect(state()).toMatchObject({ status: 'opening', provider: 'google' })
    await until(() => frame.types().includes('connectSocial'))
    expect(popup.urls).toStrictEqual([testAttempt.popupUrl])
    frame.answer('connectSocial', socialUser)
    await expect(started).resolves.toMatchObject({ address: testUser.address, connector: { id: 'latchkey' } })
    expect(statuses).toStrictEqual(['opening', 'waiting', 'connecting', 'idle'])
    expect(latchkey.email.getState().user).toMatchObject({ socialProvider: 'google', userName: 'Ada', email: null })
  })

  test('behavior: finding F2: threat 150: the page cannot decide whose login a window is: it does not answer the window, and has no data for it', async () => {
    const kit = await createSocialKit()
    await begin(kit)
    const { attemptId } = testAttempt
    const source = kit.popup.window
    const ready = { source, origin: testWalletUrl, data: { k: popupSignal.ready, attemptId } }
    kit.environment.page()?.dispatchEvent(Object.assign(new Event('message'), ready))
    expect(kit.popup.sent).toStrictEqual([])
  })

  test('error: a blocked window', async () => {
    const { latchkey, popup, state } = await createSocialKit()
    popup.block()
    await expect(latchkey.social.start({ provider: 'google' })).rejects.toMatchObject({ code: 'popup_blocked' })
    expect(state()).toMatchObject({ status: 'failed', failure: { code: 'popup_blocked' }, canRedirect: true })
  })

  test('behavior: a window that looks closed does not end the login', async () => {
    const kit = await createSocialKit()
    const { environment, popup, state, frame } = kit
    const { started } = await begin(kit)
    popup.setClosed(true)
    await environment.advance(popupWatchInterval)
    expect(state().window).toBeUndefined()
    await environment.advance(popupGoneDelay)
    expect(state()).toMatchObject({ status: 'waiting', window: 'gone' })
    // It was only cut off, and the login completes.
    frame.answer('connectSocial', socialUser)
    await expect(started).resolves.toMatchObject({ address: testUser.address })
  })

  test('behavior: after another start, the first attempt ends, and its window closes', async () => {
    const kit = await createSocialKit()
    const { started } = await begin(kit)
    const ended = expect(started).rejects.toMatchObject({ code: 'request_aborted' })
    const { started: second } = await begin(kit)
    await ended
    expect(kit.popup.opened()).toBe(2)
    expect(kit.state().status).toBe('waiting')
    kit.frame.answer('connectSocial', socialUser)
    await second
  })

  test('behavior: a window that lost the page: the wallet shows a number, and the window counts as open', async () => {
    const kit = await createSocialKit()
    const { frame, state } = kit
    const { started } = await begin(kit)
    frame.say({ name: 'show', card: 'number', closable: true })
    await until(() => state().window === 'detached')
    frame.say({ name: 'hide' })
    await until(() => state().window === undefined)
    expect(state().status).toBe('waiting')
    frame.say({ name: 'show', card: 'recover', closable: true })
    await until(() => state().status === 'connecting')
    frame.answer('connectSocial', socialUser)
    await started
  })

  test('behavior: Escape on the number cancels the login', async () => {
    const kit = await createSocialKit()
    const { started } = await begin(kit)
    kit.frame.say({ name: 'show', card: 'number', closable: true })
    await until(() => kit.state().window === 'detached')
    kit.frame.pressEscape()
    await expect(started).rejects.toMatchObject({ code: 'request_aborted' })
    expect(kit.state().status).toBe('idle')
  })

  test('behavior: polls until the visitor finishes', async () => {
    const kit = await createSocialKit()
    const { started } = await begin(kit)
    for (let round = 0; round < 3; round++) {
      await kit.environment.advance(frameStepTimeout)
      kit.frame.answer('connectSocial', { status: 'pending' })
      await until(() => kit.frame.types().filter((type) => type === 'connectSocial').length === round + 2)
    }
    kit.frame.answer('connectSocial', socialUser)
    await started
  })

  test('error: the wait has a time limit', async () => {
    const kit = await createSocialKit()
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

  test('error: a wallet that does not answer: a timeout, an abort, an alert (spec 8.39, 8.40 and 9.5)', async () => {
    const kit = await createSocialKit()
    const { started } = await begin(kit)
    const failed = expect(started).rejects.toMatchObject({ code: 'frame_timeout' })
    await kit.environment.advance(frameRequestTimeout)
    await failed
    expect(kit.state()).toMatchObject({ status: 'failed', failure: { code: 'frame_timeout' } })
    await until(() => kit.latchkey.modal.getState().alert !== undefined)
    expect(kit.latchkey.modal.getState().alert).toMatchObject({
      code: 'embedded_login_timeout',
      message: 'Social Login Timeout',
    })
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
  ] as const)('error: %s is in the state, and the next attempt clears it', async (code) => {
    const kit = await createSocialKit()
    const { started } = await begin(kit)
    const failed = expect(started).rejects.toMatchObject({ code })
    kit.frame.refuse('connectSocial', { code, message: 'No' })
    await failed
    expect(kit.state()).toMatchObject({ status: 'failed', provider: 'google', failure: { code } })
    const { started: second } = await begin(kit)
    expect(kit.state().failure).toBeUndefined()
    kit.frame.answer('connectSocial', socialUser)
    await second
  })

  test.each(['https://evil.test/popup/oauth', 'https://wallet.test.evil.test/popup/oauth', 'javascript:alert(1)', ''])(
    'error: the window does not navigate to %j',
    async (popupUrl) => {
      const kit = await createSocialKit()
      kit.frame.answers.socialStart = () => ({ ...testAttempt, popupUrl })
      await expect(kit.latchkey.social.start({ provider: 'google' })).rejects.toMatchObject({ code: 'frame_error' })
      expect(kit.popup.urls).toStrictEqual([])
    },
  )

  test('behavior: a cancel closes the window and aborts in the frame, and late answers change nothing', async () => {
    const kit = await createSocialKit()
    const { started } = await begin(kit)
    expect(kit.popup.isClosed()).toBe(false)
    kit.latchkey.social.cancel()
    expect(kit.popup.isClosed()).toBe(true)
    await expect(started).rejects.toMatchObject({ code: 'request_aborted' })
    expect(kit.state().status).toBe('idle')
    await until(() => kit.frame.types().includes('rpcAbort'))
    await settle()
    expect(kit.latchkey.connection.getState().status).toBe('disconnected')
  })

  test('behavior: leaving the view cancels it; after the connection, the view is removed', async () => {
    const kit = await createSocialKit()
    void kit.latchkey.modal.open()
    const { started } = await begin(kit)
    kit.latchkey.modal.push('ConnectingSocial', { provider: 'google' })
    kit.latchkey.modal.goBack()
    await expect(started).rejects.toMatchObject({ code: 'request_aborted' })
    expect(viewsOf(kit)).toStrictEqual(['Connect'])
    const { started: second } = await begin(kit)
    kit.latchkey.modal.push('ConnectingSocial', { provider: 'google' })
    kit.frame.answer('connectSocial', socialUser)
    await second
    expect(kit.latchkey.modal.getState().open).toBe(false)
  })

  test('behavior: one login at a time, by email or with a provider', async () => {
    const kit = await createSocialKit()
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
