import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SocialStatus } from './SocialFeature.ts'
import { initialSocial, type SocialEvent, type SocialMachine, socialReducer } from './socialReducer.ts'

const failure = { code: 'social_denied', message: 'No', retryAfter: undefined } as const
const channel = { url: 'https://farcaster.test/1', expiresAt: 1 }
const after = (...events: SocialEvent[]) => events.reduce(socialReducer, initialSocial)
const started: SocialEvent = { type: 'started', attempt: 1, provider: 'google' }
const led: SocialEvent = { type: 'led', attempt: 1 }

test('default: opening, waiting, connecting, connected', () => {
  const events: SocialEvent[] = [started, led, { type: 'proven', attempt: 1 }, { type: 'connected', attempt: 1 }]
  const statuses: SocialStatus[] = []
  events.reduce((machine, event) => {
    const next = socialReducer(machine, event)
    statuses.push(next.login.status)
    return next
  }, initialSocial)
  expect(statuses).toStrictEqual(['opening', 'waiting', 'connecting', 'idle'])
})

test('behavior: a window that looks closed is a hint, and may return', () => {
  const gone = after(started, led, { type: 'windowSeen', attempt: 1, isGone: true })
  expect(gone.login).toMatchObject({ status: 'waiting', window: 'gone' })
  const back = socialReducer(gone, { type: 'windowSeen', attempt: 1, isGone: false })
  expect(back.login).toMatchObject({ status: 'waiting', window: undefined })
})

test('behavior: a window that lost the page does not count as gone until the number was entered', () => {
  const number: SocialEvent = { type: 'cardShown', attempt: 1, card: 'number' }
  const detached = after(started, led, { type: 'windowSeen', attempt: 1, isGone: true }, number)
  expect(detached.login.window).toBe('detached')
  expect(socialReducer(detached, { type: 'windowSeen', attempt: 1, isGone: true })).toBe(detached)
  const typed = socialReducer(detached, { type: 'cardShown', attempt: 1, card: undefined })
  expect(typed.login).toMatchObject({ status: 'waiting', window: undefined })
})

test('behavior: a card of another kind means that the wallet has identified the visitor', () => {
  const login = after(started, led, { type: 'cardShown', attempt: 1, card: 'recover' }).login
  expect(login).toMatchObject({ status: 'connecting', window: undefined })
})

test('behavior: a channel is followed by the next one, and the name stays while the wallet connects', () => {
  const next = { ...channel, url: 'https://farcaster.test/2' }
  const waiting = after(started, { type: 'led', attempt: 1, channel }, { type: 'led', attempt: 1, channel: next })
  expect(waiting.login.channel).toStrictEqual(next)
  const proven = socialReducer(waiting, { type: 'proven', attempt: 1, userName: 'ada' })
  expect(socialReducer(proven, { type: 'proven', attempt: 1 }).login).toMatchObject({
    status: 'connecting',
    userName: 'ada',
  })
})

test('property: late answers change nothing, and the state is always consistent', () => {
  const attempt = fc.integer({ min: 1, max: 4 })
  const event: fc.Arbitrary<SocialEvent> = fc.oneof(
    fc.record({
      type: fc.constant('started' as const),
      attempt,
      provider: fc.constantFrom('google', 'farcaster'),
      window: fc.constantFrom('none' as const, undefined),
    }),
    fc.record({ type: fc.constant('led' as const), attempt, channel: fc.constantFrom(undefined, channel) }),
    fc.record({ type: fc.constant('windowSeen' as const), attempt, isGone: fc.boolean() }),
    fc.record({
      type: fc.constant('cardShown' as const),
      attempt,
      card: fc.constantFrom('number', 'recover', undefined),
    }),
    fc.record({ type: fc.constant('proven' as const), attempt }),
    fc.record({ type: fc.constant('connected' as const), attempt }),
    fc.record({ type: fc.constant('failed' as const), attempt, failure: fc.constant(failure) }),
    fc.record({ type: fc.constant('cancelled' as const) }),
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let machine: SocialMachine = initialSocial
      for (const one of events) {
        const before = machine
        machine = socialReducer(before, one)
        const { login } = machine
        expect(login.failure !== undefined).toBe(login.status === 'failed')
        expect(machine.attempt !== undefined).toBe(!['idle', 'failed'].includes(login.status))
        if (login.window !== undefined) expect(login.status).toBe(login.window === 'none' ? 'opening' : 'waiting')
        if ('attempt' in one && one.type !== 'started' && one.attempt !== before.attempt) expect(machine).toBe(before)
      }
    }),
  )
})
