import { frameReadyDelay } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { socialRecordKey } from '../storage/socialRecordKey.ts'
import { createSocialKit, socialUser } from '../testing/createSocialKit.ts'
import { createTestEnvironment, settle, until } from '../testing/createTestEnvironment.ts'
import { createTestPopup, type TestPopupOptions, testAttempt } from '../testing/createTestPopup.ts'
import { createWalletKit, type WalletKit } from '../testing/createWalletKit.ts'

const viewsOf = ({ latchkey }: WalletKit) => latchkey.modal.getState().history.map(({ name }) => name)

describe('through the page itself', () => {
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 330.0'

  test.each<[string, Omit<TestPopupOptions, 'environment'>]>([
    ['an app’s own browser', { userAgent: phone }],
    ['Telegram', { others: { TelegramWebviewProxy: {} } }],
  ])('default: in %s the page goes to the provider, and returns to its previous URL', async (_, page) => {
    const kit = await createSocialKit({ ...page, href: 'https://site.test/buy?x=1#/chart' })
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
    const kit = await createSocialKit()
    kit.popup.block()
    await kit.latchkey.social.start({ provider: 'google' }).catch(() => {})
    void kit.latchkey.social.startRedirect({ provider: 'google' }).catch(() => {})
    await until(() => kit.popup.left.length > 0)
    expect(kit.state()).toMatchObject({ status: 'opening', window: 'none' })
  })

  test('behavior: a framed page cannot go there itself', async () => {
    const kit = await createSocialKit({ others: { parent: {}, TelegramWebviewProxy: {} } })
    expect(kit.state().canRedirect).toBe(false)
    void kit.latchkey.social.start({ provider: 'google' }).catch(() => {})
    expect([kit.popup.opened(), kit.popup.left]).toStrictEqual([1, []])
  })

  test('behavior: the browser’s back button cancels the login', async () => {
    const kit = await createSocialKit({ userAgent: phone })
    const started = kit.latchkey.social.start({ provider: 'google' })
    const ended = expect(started).rejects.toMatchObject({ code: 'request_aborted' })
    await until(() => kit.popup.left.length > 0)
    kit.environment.page()?.dispatchEvent(new Event('pageshow'))
    await ended
    expect(kit.state().status).toBe('idle')
  })

  /** Loads the page again, with the answer in its URL. */
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
    kit.frame.answers.getUser = () => socialUser
    const restored = kit.latchkey.connection.reconnect()
    return { ...kit, popup, restored, state: () => kit.latchkey.social.getState() }
  }
  const token = 't'.repeat(43)

  test('default: the URL is cleaned immediately; the modal shows the progress; connected', async () => {
    const kit = await comeBack({ fragment: `latchkey-social=${testAttempt.attemptId}.${token}` })
    expect(kit.popup.href()).toBe('https://site.test/buy')
    await until(() => kit.frame.hellos.length > 0)
    expect(viewsOf(kit)).toStrictEqual(['ConnectingSocial'])
    expect(kit.state()).toMatchObject({ status: 'connecting', provider: 'google' })
    // The original URL.
    expect(kit.popup.href()).toBe('https://site.test/buy#/chart')
    await settle()
    await kit.environment.advance(frameReadyDelay)
    await until(() => kit.frame.types().includes('connectSocial'))
    expect(kit.frame.requests.find(({ type }) => type === 'connectSocial')?.payload).toStrictEqual({
      attemptId: testAttempt.attemptId,
      resultToken: token,
    })
    kit.frame.answer('connectSocial', socialUser)
    await until(() => kit.latchkey.connection.getState().status === 'connected')
    expect([kit.state().status, kit.latchkey.modal.getState().open]).toStrictEqual(['idle', false])
    // Valid once; the page's record is removed as well.
    expect(JSON.parse(kit.environment.storage.getItem(socialRecordKey) ?? '').departure).toBeUndefined()
  })

  test('error: the visitor sees the reason of a refusal by the provider', async () => {
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

  test('error: threat 54: a link of a foreign login only removes its answer from the URL', async () => {
    const kit = await comeBack({ fragment: `latchkey-social=${testAttempt.attemptId}.${token}`, departure: false })
    expect(kit.popup.href()).toBe('https://site.test/buy')
    await until(() => kit.latchkey.modal.getState().toast !== undefined)
    expect(kit.latchkey.modal.getState().toast).toMatchObject({ kind: 'error', code: 'attempt_unknown' })
    expect(kit.frame.element.urls).toStrictEqual([])
    expect(kit.state().status).toBe('idle')
  })

  test('error: threat 50: a foreign answer while this browser waits for its own is rejected too', async () => {
    const other = '00000000-0000-4000-8000-00000000dead'
    const kit = await comeBack({ fragment: `latchkey-social=${other}.${token}` })
    await until(() => kit.latchkey.modal.getState().toast !== undefined)
    expect(kit.latchkey.modal.getState().toast).toMatchObject({ kind: 'error', code: 'attempt_unknown' })
    expect(kit.frame.requests).toStrictEqual([])
    expect(kit.state().status).toBe('idle')
    const { departure } = JSON.parse(kit.environment.storage.getItem(socialRecordKey) ?? '')
    expect(departure).toMatchObject({ attemptId: testAttempt.attemptId })
  })

  test('behavior: a page without an answer in its URL loads nothing', async () => {
    const kit = await comeBack({ fragment: '/chart' })
    await kit.restored
    expect(kit.popup.href()).toBe('https://site.test/buy#/chart')
    expect(kit.frame.element.urls).toStrictEqual([])
  })
})
