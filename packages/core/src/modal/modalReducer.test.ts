import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ViewEntry } from './ModalFeature.ts'
import { initialModal, type ModalEvent, modalReducer } from './modalReducer.ts'

const is = <T extends string>(type: T) => fc.constant(type)
const entry: fc.Arbitrary<ViewEntry> = fc.constantFrom<ViewEntry[]>(
  { name: 'Connect', data: undefined },
  { name: 'AllWallets', data: undefined },
  { name: 'Account', data: undefined },
  { name: 'Networks', data: undefined },
  { name: 'SwitchNetwork', data: { chainId: 'eip155:1' } },
)
const event: fc.Arbitrary<ModalEvent> = fc.oneof(
  fc.record({ type: is('opened'), entries: entry.map((only) => [only] as [ViewEntry]) }),
  fc.record({ type: is('closed') }),
  fc.record({ type: is('closeRefused'), reason: fc.constant('walletBusy' as const) }),
  fc.record({ type: is('shakeEnded') }),
  fc.record({ type: fc.constantFrom('pushed' as const, 'replaced' as const, 'reset' as const), entry }),
  fc.record({ type: is('wentBack') }),
  fc.record({
    type: is('finished'),
    views: fc.subarray(['Connect', 'AllWallets', 'SwitchNetwork', 'Networks'] as const),
  }),
  fc.record({ type: is('toastShown'), toast: fc.constant({ id: 1, kind: 'error', message: '' } as const) }),
  fc.record({ type: is('toastClosed') }),
)

test('behavior: open exactly while there is a view; a push of the same view changes nothing; back undoes a push', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 50 }), entry, (events, pushed) => {
      let state = initialModal
      for (const next of events) {
        const before = state
        state = modalReducer(state, next)
        expect(state.open).toBe(state.history.length > 0)
        if (next.type === 'pushed' && before.history.at(-1)?.name === next.entry.name) expect(state).toBe(before)
        if (!state.open) expect(state.shake).toBeUndefined()
        if (state.history !== before.history && before.open && state.open)
          expect(state.direction).toBe(
            state.history.length < before.history.length && next.type !== 'opened' && next.type !== 'reset'
              ? 'back'
              : 'forward',
          )
      }
      const forth = modalReducer(state, { type: 'pushed', entry: pushed })
      if (forth !== state) expect(modalReducer(forth, { type: 'wentBack' }).history).toStrictEqual(state.history)
      if (state.history.length === 1) expect(modalReducer(state, { type: 'wentBack' }).open).toBe(false)
    }),
    { numRuns: 500 },
  )
})
