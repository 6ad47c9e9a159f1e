import { ServiceError } from '@latchkey/protocol/errors'
import { startStepUp } from '@latchkey/protocol/wallet'
import { expect, test } from 'vitest'
import { createCardStore } from '../cards/createCardStore.ts'
import type { LoginState } from '../login/createLoginState.ts'
import { createStepUp } from './createStepUp.ts'

function setup() {
  const cards = createCardStore({ openWindow: () => {} })
  const session = {
    current: () => null,
    request: async (endpoint: unknown) => {
      if (endpoint === startStepUp) return { method: 'passkey', provider: null, attemptId: null, resendAt: null }
      throw new ServiceError('network_request_failed')
    },
  } as unknown as LoginState
  return {
    cards,
    stepUp: createStepUp({
      session,
      cards,
      credentials: null,
      confirmed: async () => {},
      askProvider: async () => {},
      now: () => 0,
    }),
  }
}
const refuse = () => Promise.reject(new ServiceError('step_up_required'))

test.each(['email', 'factor', 'removal', 'device', 'export', 'rotation', 'handover'] as const)(
  'behavior: the card shows the reason: %s',
  async (reason) => {
    const { cards, stepUp } = setup()
    const shown = new Promise((resolve) => cards.card.subscribe(resolve))
    const answer = stepUp.around({ reason, signal: new AbortController().signal, action: refuse })
    expect(await shown).toMatchObject({ kind: 'stepUp', reason })
    cards.actions.cancel()
    await expect(answer).rejects.toMatchObject({ code: 'user_rejected' })
    expect(cards.card.getState()).toBe(null)
  },
)

test('error: aborted before the card shows: it shows none', async () => {
  const { cards, stepUp } = setup()
  const reason = new ServiceError('request_aborted')
  const answer = stepUp.around({ reason: 'email', signal: AbortSignal.abort(reason), action: refuse })
  await expect(answer).rejects.toBe(reason)
  expect(cards.card.getState()).toBe(null)
})
