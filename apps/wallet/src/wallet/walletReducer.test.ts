import type { Factor } from '@latchkey/protocol/wallet'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { methodsOf, type WalletEvent, type WalletState, type WalletView, walletReducer } from './walletReducer.ts'

const wallet: WalletView = {
  walletId: 'w',
  address: '0x1',
  accounts: [],
  factors: [],
  exportedAt: null,
  frozenUntil: null,
}
const events = fc.constantFrom<WalletEvent>(
  { type: 'attemptStarted', step: 'code', email: 'a' },
  { type: 'attemptStarted', step: 'device', email: 'a' },
  { type: 'deviceApproved' },
  { type: 'attemptEnded' },
  { type: 'sessionStarted' },
  { type: 'walletMissing', deviceHoldsShare: true },
  { type: 'walletMissing', deviceHoldsShare: false },
  { type: 'walletFound', wallet, hasShare: true },
  { type: 'walletFound', wallet, hasShare: false },
  { type: 'shareBroken' },
  { type: 'opened', wallet },
  { type: 'changed', wallet },
  { type: 'failed', code: 'internal' },
  { type: 'locked' },
  { type: 'sessionEnded' },
)

const run = (sequence: readonly WalletEvent[]) => {
  const states: WalletState[] = [{ status: 'signedOut' }]
  for (const event of sequence) states.push(walletReducer(states.at(-1) ?? { status: 'signedOut' }, event))
  return states
}

test('default', () => {
  const states = run([
    { type: 'attemptStarted', step: 'code', email: 'a' },
    { type: 'sessionStarted' },
    { type: 'walletMissing', deviceHoldsShare: false },
    { type: 'opened', wallet },
    { type: 'locked' },
    { type: 'sessionStarted' },
    { type: 'walletFound', wallet, hasShare: true },
    { type: 'opened', wallet },
    { type: 'sessionEnded' },
  ])
  expect(states.map(({ status }) => status)).toStrictEqual([
    'signedOut',
    'signingIn',
    'opening',
    'creating',
    'unlocked',
    'locked',
    'opening',
    'unlocking',
    'unlocked',
    'signedOut',
  ])
})

test('behavior: threat 35: no sequence of events creates a wallet where the device holds a share', () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 40 }), (sequence) => {
      const states = run(sequence)
      for (const [index, event] of sequence.entries()) {
        const [before, after] = [states[index], states[index + 1]]
        if (after?.status === 'creating' && before?.status !== 'creating')
          expect(event).toStrictEqual({ type: 'walletMissing', deviceHoldsShare: false })
      }
    }),
  )
})

test('behavior: it is unlocked only after it was unlocked in a login, and never after the login ended', () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 40 }), (sequence) => {
      const states = run(sequence)
      for (const [index, event] of sequence.entries()) {
        const [before, after] = [states[index], states[index + 1]]
        if (after?.status === 'unlocked' && before?.status !== 'unlocked') {
          expect(event.type).toBe('opened')
          expect(['creating', 'unlocking', 'recovering']).toContain(before?.status)
        }
        if (event.type === 'sessionEnded') expect(after).toStrictEqual({ status: 'signedOut' })
      }
    }),
  )
})

test('behavior: recovery methods, the easiest first; the old device is always one', () => {
  const factor = (kind: Factor['kind']) => ({ kind }) as Factor
  expect(methodsOf([])).toStrictEqual(['oldDevice'])
  expect(methodsOf([factor('password'), factor('passkey'), factor('passkey')])).toStrictEqual([
    'passkey',
    'password',
    'oldDevice',
  ])
})
