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
  openerOrigin: site,
  language: 'en',
  purpose: 'login',
  mode: 'popup',
}
const go = { k: 'ew:popup-go', attemptId, handshake }

/** A window, with whoever opened it and a server in hand. */
function setup({
  fragment = null,
  isDetached = false,
  about = attempt,
  calls = {},
}: {
  /** The handshake in the address. */
  fragment?: string | null
  isDetached?: boolean
  about?: PopupAttempt
  calls?: Partial<PopupCalls>
} = {}) {
  const clock = createTestClock()
  const posted: { message: unknown; origin: string }[] = []
  const asked: unknown[] = []
  const left: string[] = []
  const listeners = new Set<(message: MessageEvent) => void>()
  const opener = {
    postMessage: (message: unknown, origin: string) => posted.push({ message, origin }),
  } as unknown as Window
  const login = createPopupLogin({
    target: { attemptId, handshake: fragment },
    opener: isDetached ? null : opener,
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
      listener({ source: opener, origin: site, data: go, ...message } as MessageEvent)
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
  return { clock, login, posted, asked, left, say, until, isReady, listeners }
}
const fails = (code: ConstructorParameters<typeof ServiceError>[0]) => async () => {
  throw new ServiceError(code)
}

test('default: the page that opened the window is told, answers, and the window goes to the provider', async () => {
  const { posted, asked, left, say, until, isReady, listeners } = setup()
  await isReady()
  expect(posted).toStrictEqual([{ message: { k: 'ew:popup-ready', attemptId }, origin: site }])
  say({})
  await until('leaving')
  expect(asked).toStrictEqual([{ attemptId }, { attemptId, handshake, openerOrigin: site }])
  expect(left).toStrictEqual(['https://provider.example/authorize'])
  expect(listeners.size).toBe(0)
})

test('behavior: threats 50, 51: what another window says, or anything else, is no answer', async () => {
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

test('error: threat 51: evil opener: the handshake from a page of another origin: nothing happens, and that is said', async () => {
  const { asked, left, say, until, isReady } = setup()
  await isReady()
  say({ origin: 'https://evil.example' })
  expect(await until('refused')).toStrictEqual({ step: 'refused', reason: 'opener' })
  // Whatever it says then.
  say({})
  expect(asked).toHaveLength(1)
  expect(left).toStrictEqual([])
})

test('error: threat 50: forwarded link: with the handshake of whoever forwarded it, nothing begins', async () => {
  for (const isDetached of [true, false]) {
    const { asked, left, until } = setup({ fragment: handshake, isDetached })
    expect(await until('refused')).toStrictEqual({ step: 'refused', reason: 'attempt' })
    expect(asked).toStrictEqual([{ attemptId }])
    expect(left).toStrictEqual([])
  }
})

test('error: threat 50: forwarded link: without it, the window asks for a number that only the one who began is shown', async () => {
  const { asked, left, until, login } = setup({ isDetached: true, calls: { begin: fails('number_wrong') } })
  await until('number')
  expect(asked).toStrictEqual([{ attemptId, isDetached: true }])
  login.submitNumber('17')
  const refused = await until('number', (state) => state.step === 'number' && state.failure !== null)
  expect(refused).toMatchObject({ busy: false, failure: { code: 'number_wrong' } })
  expect(left).toStrictEqual([])
})

test('behavior: threat 54: detached: the number takes the place of the page', async () => {
  const { asked, left, until, login } = setup({ isDetached: true })
  await until('number')
  login.submitNumber('42')
  await until('leaving')
  expect(asked).toStrictEqual([
    { attemptId, isDetached: true },
    { attemptId, number: '42' },
  ])
  expect(left).toHaveLength(1)
})

test('error: the third wrong number ends it', async () => {
  const { until, login } = setup({ isDetached: true, calls: { begin: fails('social_refused') } })
  await until('number')
  login.submitNumber('17')
  expect(await until('failed')).toMatchObject({ failure: { code: 'social_refused' }, canRetry: false })
})

test('behavior: redirect: the handshake stands in the address, and nobody is asked', async () => {
  const { asked, left, posted, until } = setup({
    fragment: handshake,
    isDetached: true,
    about: { ...attempt, mode: 'redirect' },
  })
  await until('leaving')
  expect(asked).toStrictEqual([{ attemptId }, { attemptId, handshake }])
  expect(posted).toStrictEqual([])
  expect(left).toHaveLength(1)
})

test('error: redirect: without the handshake', async () => {
  const { left, until } = setup({ about: { ...attempt, mode: 'redirect' } })
  expect(await until('refused')).toStrictEqual({ step: 'refused', reason: 'attempt' })
  expect(left).toStrictEqual([])
})

test('behavior: a page that does not answer is said after ten seconds; its late answer still counts', async () => {
  const { clock, say, until, isReady } = setup()
  await isReady()
  clock.advance(10_000)
  expect(await until('refused')).toStrictEqual({ step: 'refused', reason: 'silent' })
  say({})
  await until('leaving')
})

test('behavior: Farcaster signs on a phone: the window stays, and shows the channel', async () => {
  const { left, say, until, isReady } = setup({ about: { ...attempt, provider: 'farcaster' } })
  await isReady()
  say({})
  expect(await until('channel')).toMatchObject({ url: 'https://provider.example/authorize' })
  expect(left).toStrictEqual([])
})

test('behavior: a link or a step-up is the wallet’s own: the site cannot open its window', async () => {
  const about = { ...attempt, purpose: 'link', openerOrigin: 'https://wallet.example' } as const
  const first = setup({ about })
  await first.isReady()
  expect(first.posted).toMatchObject([{ origin: 'https://wallet.example' }])
  first.say({})
  expect(await first.until('refused')).toStrictEqual({ step: 'refused', reason: 'opener' })
  const second = setup({ about })
  await second.isReady()
  second.say({ origin: 'https://wallet.example' })
  await second.until('leaving')
})

test('error: an attempt that is unknown, over or too old', async () => {
  const { until } = setup({ calls: { inspect: fails('attempt_unknown') } })
  expect(await until('refused')).toStrictEqual({ step: 'refused', reason: 'attempt' })
  const { state } = createPopupLogin({
    target: null,
    opener: null,
    listen: () => () => {},
    leave: () => {},
    schedule: () => () => {},
    calls: { inspect: fails('internal'), begin: fails('internal') },
  })
  expect(state.getState()).toStrictEqual({ step: 'refused', reason: 'attempt' })
})

test('behavior: where the network is away, the same window tries again', async () => {
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

test.each(['social_provider_failed', 'social_unavailable', 'social_refused', 'origin_not_allowed'] as const)(
  'error: %s at the start ends the attempt: only the site can begin another',
  async (code) => {
    const { say, until, isReady, left } = setup({ calls: { begin: fails(code) } })
    await isReady()
    say({})
    expect(await until('failed')).toMatchObject({ failure: { code }, canRetry: false })
    expect(left).toStrictEqual([])
  },
)
