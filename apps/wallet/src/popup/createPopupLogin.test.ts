import { ServiceError } from '@latchkey/protocol/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestClock } from '../testing/createTestClock.ts'
import { createPopupLogin, type PopupState } from './createPopupLogin.ts'
import type { PopupAttempt, PopupCalls } from './PopupCalls.ts'

const attemptId = '5c0f7d3e-8e0b-4f0f-9d5f-0d2f6a3b1c77'
const handshake = 'h'.repeat(43)
const site = 'https://app.example'
const attempt: PopupAttempt = {
  provider: 'google',
  app: 'Brass',
  hostOrigin: site,
  device: 'Chrome on macOS',
  isSameBrowser: false,
  language: 'en',
  purpose: 'login',
  mode: 'popup',
}
const own = 'https://wallet.example'
const go = { k: 'ew:popup-go', attemptId, handshake }

/** A window with its wallet pages and a server for tests. */
function setup({
  fragment = null,
  isDetached = false,
  hasWallet = true,
  about = attempt,
  calls = {},
}: {
  /** The handshake in the URL. */
  fragment?: string | null
  isDetached?: boolean
  /** The opener has the wallet's frame in it. */
  hasWallet?: boolean
  about?: PopupAttempt
  calls?: Partial<PopupCalls>
} = {}) {
  const clock = createTestClock()
  const posted: { message: unknown; origin: string }[] = []
  const asked: unknown[] = []
  const left: string[] = []
  const listeners = new Set<(message: MessageEvent) => void>()
  const frame = {
    postMessage: (message: unknown, origin: string) => posted.push({ message, origin }),
  } as unknown as Window
  const login = createPopupLogin({
    target: { attemptId, handshake: fragment },
    origin: own,
    pages: isDetached ? null : hasWallet ? [frame] : [],
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    leave: (url) => left.push(url),
    schedule: clock.schedule,
    calls: {
      inspect: async (body) => {
        asked.push(body)
        return about
      },
      begin: async (body) => {
        asked.push(body)
        return { authorizeUrl: 'https://provider.example/authorize' }
      },
      ...calls,
    },
  })
  const say = (message: { source?: unknown; origin?: string; data?: unknown }) => {
    for (const listener of [...listeners])
      listener({ source: frame, origin: own, data: go, ...message } as MessageEvent)
  }
  const until = async (step: PopupState['step'], fits: (state: PopupState) => boolean = () => true) => {
    const isIt = () => login.state.getState().step === step && fits(login.state.getState())
    if (!isIt())
      await new Promise<void>((resolve) => {
        const stop = login.state.subscribe(() => {
          if (!isIt()) return
          stop()
          resolve()
        })
      })
    return login.state.getState()
  }
  const isReady = () => until('opening', (state) => state.step === 'opening' && state.attempt !== null)
  const mayGo = () => until('asking')
  return { clock, login, posted, asked, left, say, until, isReady, mayGo, listeners }
}
const fails = (code: ConstructorParameters<typeof ServiceError>[0]) => async () => {
  throw new ServiceError(code)
}

test('default: finding F2: threat 150: the wallet’s frame vouches, the visitor continues, and only then the window leaves', async () => {
  const { posted, asked, left, say, until, isReady, mayGo, listeners, login, clock } = setup()
  await isReady()
  expect(posted).toStrictEqual([{ message: { k: 'ew:popup-ready', attemptId }, origin: own }])
  // Not before the wallet has vouched.
  login.goOn()
  say({})
  expect(await mayGo()).toStrictEqual({ step: 'asking', attempt, needsNumber: false, busy: false, failure: null })
  expect(listeners.size).toBe(0)
  // Nor without the visitor, however long it takes.
  clock.advance(60_000)
  expect(asked).toStrictEqual([{ attemptId }])
  expect(left).toStrictEqual([])
  login.goOn()
  login.goOn()
  await until('leaving')
  expect(asked).toStrictEqual([{ attemptId }, { attemptId, handshake, openerOrigin: own }])
  expect(left).toStrictEqual(['https://provider.example/authorize'])
})

test('error: finding F2: threats 51, 150: ignores a site page that answers with the handshake of an attempt that began elsewhere', async () => {
  const { asked, left, say, isReady, until, login, clock } = setup()
  await isReady()
  say({ origin: site, source: {} })
  say({ origin: site })
  say({ source: {} })
  login.goOn()
  expect(login.state.getState()).toStrictEqual({ step: 'opening', attempt })
  clock.advance(10_000)
  expect(await until('refused')).toStrictEqual({ step: 'refused', reason: 'silent' })
  login.goOn()
  expect(asked).toStrictEqual([{ attemptId }])
  expect(left).toStrictEqual([])
})

test('error: finding F2: threats 51, 150: an opener without the wallet in it: nothing happens, and the window shows that', async () => {
  const { asked, left, say, until, posted, login } = setup({ hasWallet: false })
  expect(await until('refused')).toStrictEqual({ step: 'refused', reason: 'opener' })
  // Whatever the opener sends then.
  say({})
  say({ origin: site, source: {} })
  login.goOn()
  expect(posted).toStrictEqual([])
  expect(asked).toHaveLength(1)
  expect(left).toStrictEqual([])
})

test('behavior: threats 50, 51: ignores messages of another window, and malformed ones', async () => {
  const { asked, left, say, isReady, login } = setup()
  await isReady()
  say({ source: {} })
  say({ source: null, origin: 'https://evil.example' })
  say({ data: { ...go, attemptId: crypto.randomUUID() } })
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.record({ k: fc.string(), attemptId: fc.anything() })), (data) =>
      say({ data }),
    ),
    { numRuns: 1_000 },
  )
  expect(login.state.getState()).toStrictEqual({ step: 'opening', attempt })
  expect(asked).toHaveLength(1)
  expect(left).toStrictEqual([])
})

test('error: threat 50: forwarded link: with the sender’s handshake nothing begins', async () => {
  for (const isDetached of [true, false]) {
    const { asked, left, until } = setup({ fragment: handshake, isDetached })
    expect(await until('refused')).toStrictEqual({ step: 'refused', reason: 'attempt' })
    expect(asked).toHaveLength(1)
    expect(left).toStrictEqual([])
  }
})

test('error: threat 50: forwarded link: without it, the window asks for a number that only the initiator sees', async () => {
  const { asked, left, until, mayGo, login } = setup({ isDetached: true, calls: { begin: fails('number_wrong') } })
  expect(await mayGo()).toMatchObject({ needsNumber: true })
  expect(asked).toStrictEqual([{ attemptId, isDetached: true }])
  // A click without a number has no effect.
  login.goOn()
  expect(login.state.getState()).toMatchObject({ busy: false, failure: null })
  login.goOn('17')
  const refused = await until('asking', (state) => state.step === 'asking' && state.failure !== null)
  expect(refused).toMatchObject({ busy: false, failure: { code: 'number_wrong' } })
  expect(left).toStrictEqual([])
})

test('behavior: threat 54: detached: the number replaces the opener', async () => {
  const { asked, left, until, mayGo, login } = setup({ isDetached: true })
  await mayGo()
  login.goOn('42')
  await until('leaving')
  expect(asked).toStrictEqual([
    { attemptId, isDetached: true },
    { attemptId, number: '42' },
  ])
  expect(left).toHaveLength(1)
})

test('behavior: detached, in a browser that sent the cookie of the start: a click is enough', async () => {
  const { asked, until, mayGo, login } = setup({ isDetached: true, about: { ...attempt, isSameBrowser: true } })
  expect(await mayGo()).toMatchObject({ needsNumber: false })
  login.goOn()
  await until('leaving')
  expect(asked).toStrictEqual([{ attemptId, isDetached: true }, { attemptId }])
})

test('error: the third wrong number ends it', async () => {
  const { until, mayGo, login } = setup({ isDetached: true, calls: { begin: fails('social_refused') } })
  await mayGo()
  login.goOn('17')
  expect(await until('failed')).toMatchObject({ failure: { code: 'social_refused' }, canRetry: false })
})

test.each([true, false])(
  'behavior: redirect, the cookie came along: %s: the handshake is in the address',
  async (isSameBrowser) => {
    const { asked, left, posted, until, mayGo, login } = setup({
      fragment: handshake,
      isDetached: true,
      about: { ...attempt, mode: 'redirect', isSameBrowser },
    })
    expect(await mayGo()).toMatchObject({ needsNumber: !isSameBrowser })
    expect(left).toStrictEqual([])
    login.goOn('42')
    await until('leaving')
    expect(asked).toStrictEqual([{ attemptId }, { attemptId, handshake, ...(isSameBrowser ? {} : { number: '42' }) }])
    expect(posted).toStrictEqual([])
    expect(left).toHaveLength(1)
  },
)

test('error: redirect: without the handshake', async () => {
  const { left, until } = setup({ about: { ...attempt, mode: 'redirect' } })
  expect(await until('refused')).toStrictEqual({ step: 'refused', reason: 'attempt' })
  expect(left).toStrictEqual([])
})

test('behavior: reports a silent wallet after ten seconds; its late answer still counts', async () => {
  const { clock, say, until, isReady, mayGo, login } = setup()
  await isReady()
  clock.advance(10_000)
  expect(await until('refused')).toStrictEqual({ step: 'refused', reason: 'silent' })
  say({})
  await mayGo()
  login.goOn()
  await until('leaving')
})

test('behavior: Farcaster signs on a phone: the window stays, and shows the channel after the click', async () => {
  const { left, say, until, isReady, mayGo, login } = setup({ about: { ...attempt, provider: 'farcaster' } })
  await isReady()
  say({})
  await mayGo()
  login.goOn()
  expect(await until('channel')).toMatchObject({ url: 'https://provider.example/authorize' })
  expect(left).toStrictEqual([])
})

test('error: an attempt that is unknown, over or expired', async () => {
  const { until } = setup({ calls: { inspect: fails('attempt_unknown') } })
  expect(await until('refused')).toStrictEqual({ step: 'refused', reason: 'attempt' })
  const { state } = createPopupLogin({
    target: null,
    origin: own,
    pages: null,
    listen: () => () => {},
    leave: () => {},
    schedule: () => () => {},
    calls: { inspect: fails('internal'), begin: fails('internal') },
  })
  expect(state.getState()).toStrictEqual({ step: 'refused', reason: 'attempt' })
})

test('behavior: after a network failure the same window can try again', async () => {
  let times = 0
  const inspect = async () => {
    times += 1
    if (times === 1) throw new ServiceError('network_request_failed')
    return attempt
  }
  const { login, until, isReady, posted } = setup({ calls: { inspect } })
  expect(await until('failed')).toMatchObject({ failure: { code: 'network_request_failed' }, canRetry: true })
  login.retry()
  await isReady()
  expect(posted).toHaveLength(1)
})

test('behavior: shows a network failure during the click, and the next click tries again', async () => {
  let times = 0
  const begin = async () => {
    times += 1
    if (times === 1) throw new ServiceError('network_request_failed')
    return { authorizeUrl: 'https://provider.example/authorize' }
  }
  const { say, until, isReady, mayGo, login } = setup({ calls: { begin } })
  await isReady()
  say({})
  await mayGo()
  login.goOn()
  const failed = await until('asking', (state) => state.step === 'asking' && state.failure !== null)
  expect(failed).toMatchObject({ busy: false, failure: { code: 'network_request_failed' } })
  login.goOn()
  await until('leaving')
})

test.each(['social_provider_failed', 'social_unavailable', 'social_refused', 'origin_not_allowed'] as const)(
  'error: %s at the start ends the attempt: only the site can begin another',
  async (code) => {
    const { say, until, isReady, mayGo, left, login } = setup({ calls: { begin: fails(code) } })
    await isReady()
    say({})
    await mayGo()
    login.goOn()
    expect(await until('failed')).toMatchObject({ failure: { code }, canRetry: false })
    expect(left).toStrictEqual([])
  },
)
