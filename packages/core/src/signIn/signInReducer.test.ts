import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SiwxSubject } from '../siwx/Siwx.ts'
import { initialSignIn, type SignInEvent, type SignInMachine, signInReducer } from './signInReducer.ts'

const subject = (address: string): SiwxSubject => ({ accountId: `eip155:1:${address}`, chainId: 'eip155:1', address })
const ada = subject('0xada')
const bob = subject('0xb0b')
const failure = { code: 'siwx_declined', message: 'Signature declined' } as const

const play = (...events: SignInEvent[]) => events.reduce(signInReducer, initialSignIn)
const connected = { type: 'subjectChanged', subject: ada, required: true } as const

test('default', () => {
  const asked = play(connected, { type: 'checked', number: 1, found: false })
  expect(asked).toMatchObject({ status: 'needed', subject: ada, required: true })
  const signing = signInReducer(asked, { type: 'signStarted' })
  expect(signing).toMatchObject({ status: 'signing', number: 2 })
  const storing = signInReducer(signing, { type: 'signed', number: 2 })
  expect(storing.status).toBe('storing')
  expect(signInReducer(storing, { type: 'stored', number: 2 }).status).toBe('signedIn')
})

test('behavior: an existing sign-in needs no signature', () => {
  expect(play(connected, { type: 'checked', number: 1, found: true }).status).toBe('signedIn')
})

test('behavior: an answer for an account that is no longer in use changes nothing', () => {
  const other = play(connected, { type: 'signStarted' }, { type: 'subjectChanged', subject: bob, required: true })
  expect(other).toMatchObject({ status: 'checking', subject: bob })
  for (const late of [
    { type: 'signed', number: 2 },
    { type: 'stored', number: 2 },
    { type: 'failed', number: 2, failure },
    { type: 'checked', number: 1, found: true },
  ] as const)
    expect(signInReducer(other, late)).toBe(other)
})

test('behavior: a failure leads back to `needed` with its error', () => {
  expect(play(connected, { type: 'signStarted' }, { type: 'failed', number: 2, failure })).toMatchObject({
    status: 'needed',
    failure,
  })
})

test('behavior: after the signature a cancel has no effect; before it, the attempt ends', () => {
  const signing = play(connected, { type: 'signStarted' })
  expect(signInReducer(signing, { type: 'givenUp' })).toMatchObject({ status: 'needed', failure: undefined })
  const storing = signInReducer(signing, { type: 'signed', number: 2 })
  expect(signInReducer(storing, { type: 'givenUp' })).toBe(storing)
})

const number = fc.nat({ max: 12 })
const event: fc.Arbitrary<SignInEvent> = fc.oneof(
  fc.record({
    type: fc.constant('subjectChanged' as const),
    subject: fc.constantFrom(ada, bob, undefined),
    required: fc.boolean(),
  }),
  fc.record({ type: fc.constant('checked' as const), number, found: fc.boolean() }),
  fc.record({ type: fc.constantFrom('signed' as const, 'stored' as const), number }),
  fc.record({ type: fc.constant('failed' as const), number, failure: fc.constant(failure) }),
  fc.record({ type: fc.constantFrom('signStarted' as const, 'givenUp' as const, 'signedOut' as const) }),
)

/** Checks the invariants. */
function check(machine: SignInMachine): void {
  expect(machine.subject === undefined).toBe(machine.status === 'idle')
  if (machine.failure) expect(machine.status).toBe('needed')
}

test('behavior: every signed-in state has a stored or found sign-in', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      let machine = initialSignIn
      for (const next of events) {
        const before = machine
        machine = signInReducer(machine, next)
        check(machine)
        expect(machine.number).toBeGreaterThanOrEqual(before.number)
        if ('number' in next && next.number !== before.number) expect(machine).toBe(before)
        if (machine.status === 'signedIn' && before.status !== 'signedIn') {
          const isStored = before.status === 'storing' && next.type === 'stored'
          const isFound = before.status === 'checking' && next.type === 'checked' && next.found
          expect(isStored || isFound).toBe(true)
          expect(machine.subject).toBe(before.subject)
        }
        // A second press changes nothing.
        if (before.status === 'signing' && next.type === 'signStarted') expect(machine).toBe(before)
      }
    }),
    { numRuns: 1000 },
  )
})
