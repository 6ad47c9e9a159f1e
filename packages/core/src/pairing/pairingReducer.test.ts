import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { initialPairing, type PairingEvent, type PairingMachine, pairingReducer } from './pairingReducer.ts'

const failure = { code: 'relay_unavailable', message: 'Down' } as const
const run = (events: readonly PairingEvent[], now = 0) =>
  events.reduce((machine, event) => pairingReducer(machine, event, now), initialPairing)
const opened = (number: number, expiresAt = 100): PairingEvent => ({
  type: 'opened',
  number,
  uri: `wc:${number}`,
  expiresAt,
})

describe('one pairing', () => {
  test('default: created in advance, shown, approved', () => {
    const waiting = run([{ type: 'wanted' }, opened(1)])
    expect(waiting.state).toStrictEqual({ status: 'waiting', uri: 'wc:1', expiresAt: 100 })
    expect(pairingReducer(waiting, { type: 'approved', number: 1 }, 1).state.status).toBe('idle')
  })

  test('behavior: while one is open, another request changes nothing', () => {
    const waiting = run([{ type: 'wanted' }, opened(1)])
    expect(pairingReducer(waiting, { type: 'wanted' }, 99)).toBe(waiting)
  })

  test('behavior: replaced only while a view watches', () => {
    const seen = run([{ type: 'watched' }, opened(1)])
    expect(pairingReducer(seen, { type: 'ticked' }, 100)).toMatchObject({ number: 2, state: { status: 'preparing' } })
    const unseen = run([{ type: 'wanted' }, opened(1)])
    expect(pairingReducer(unseen, { type: 'ticked' }, 100).state.status).toBe('idle')
    const hidden = pairingReducer(seen, { type: 'visibilityChanged', visible: false }, 50)
    const over = pairingReducer(hidden, { type: 'ticked' }, 100)
    expect(over.state.status).toBe('idle')
    expect(pairingReducer(over, { type: 'visibilityChanged', visible: true }, 101).state.status).toBe('preparing')
  })

  test('behavior: after a sleep, the next event detects the expiry', () => {
    const hidden = run([{ type: 'watched' }, opened(1), { type: 'visibilityChanged', visible: false }])
    expect(pairingReducer(hidden, { type: 'visibilityChanged', visible: true }, 1000)).toMatchObject({
      number: 2,
      state: { status: 'preparing' },
    })
  })

  test('behavior: leaving ends it, unless the wallet is on this device', () => {
    const seen = run([{ type: 'watched' }, opened(1)])
    expect(pairingReducer(seen, { type: 'unwatched', keep: false }, 1).state.status).toBe('idle')
    expect(pairingReducer(seen, { type: 'unwatched', keep: true }, 1).state.status).toBe('waiting')
  })

  test('error: a failure stays until the next request', () => {
    const failed = run([{ type: 'watched' }, { type: 'failed', number: 1, failure }])
    expect(failed.state).toStrictEqual({ status: 'failed', failure })
    expect(pairingReducer(failed, { type: 'ticked' }, 1e6)).toBe(failed)
    expect(pairingReducer(failed, { type: 'renewed' }, 1)).toMatchObject({ number: 2, state: { status: 'preparing' } })
  })
})

describe('any events', () => {
  const number = fc.integer({ min: 0, max: 6 })
  const event: fc.Arbitrary<PairingEvent> = fc.oneof(
    ...(['wanted', 'watched', 'renewed', 'ticked', 'dropped'] as const).map((type) => fc.constant({ type })),
    fc.boolean().map((keep): PairingEvent => ({ type: 'unwatched', keep })),
    fc.boolean().map((visible): PairingEvent => ({ type: 'visibilityChanged', visible })),
    fc.record({ type: fc.constant('opened' as const), number, uri: fc.constant('wc:x'), expiresAt: fc.nat(300) }),
    fc.record({ type: fc.constant('failed' as const), number, failure: fc.constant(failure) }),
    number.map((one): PairingEvent => ({ type: 'approved', number: one })),
  )
  const steps = fc.array(fc.tuple(event, fc.nat(30)), { maxLength: 60 })
  const check = (look: (before: PairingMachine, event: PairingEvent, after: PairingMachine, now: number) => void) =>
    fc.assert(
      fc.property(steps, (list) => {
        let [machine, now] = [initialPairing, 0]
        for (const [next, pause] of list) {
          now += pause
          const after = pairingReducer(machine, next, now)
          look(machine, next, after, now)
          machine = after
        }
      }),
      { numRuns: 500 },
    )

  test('behavior: a shown code is never expired', () =>
    check((_before, _event, { state }, now) => {
      if (state.status === 'waiting') expect(state.expiresAt).toBeGreaterThan(now)
    }))

  test('behavior: late answers do not change the current pairing', () =>
    check((before, event, after, now) => {
      if (!('number' in event) || event.number === before.number) return
      const { state } = before
      if (state.status !== 'waiting' || state.expiresAt > now) expect(after).toBe(before)
    }))

  test('behavior: numbers never decrease, and each pairing is opened under its own', () =>
    check((before, _event, after) => {
      expect(after.number).toBeGreaterThanOrEqual(before.number)
      if (after.state.status === 'preparing' && before.state !== after.state)
        expect(after.number).toBeGreaterThan(before.number)
    }))

  test('behavior: nothing is created without a view or a request', () =>
    check((before, event, after) => {
      const asked = event.type === 'wanted' || event.type === 'watched' || event.type === 'renewed'
      if (after.number > before.number && after.state.status === 'preparing' && !asked)
        expect(after.watchers > 0 && after.visible).toBe(true)
    }))
})
