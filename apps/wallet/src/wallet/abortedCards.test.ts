import { ServiceError } from '@latchkey/protocol/errors'
import { describe, expect, test } from 'vitest'
import { createCardStore } from '../cards/createCardStore.ts'
import type { Api } from '../login/createApi.ts'
import { createLogin } from '../login/createLogin.ts'
import { createStore } from '../state/Store.ts'
import { createProtection } from './createProtection.ts'
import { createRecovery } from './createRecovery.ts'
import type { StepUp } from './createStepUp.ts'
import type { Wallet } from './createWallet.ts'

const reason = new ServiceError('request_aborted')
const signal = AbortSignal.abort(reason)
const unused = {} as never

/** A wallet with only its state. */
function walletIn(state: object): Wallet {
  return { state: createStore(state) } as unknown as Wallet
}

describe('aborted before the card shows: no card remains', () => {
  const cards = createCardStore({ openWindow: () => {} })

  test('error: protection', async () => {
    const wallet = walletIn({ status: 'unlocked', wallet: { factors: [] } })
    const parts = {
      factors: unused,
      stepUp: unused as StepUp,
      cards,
      endpoints: unused,
      credentials: null,
      memoryOnly: false,
    }
    const answer = createProtection({ ...parts, wallet, openWallet: unused }).ensure({
      reason: 'funding',
      skippable: true,
      signal,
    })
    await expect(answer).rejects.toBe(reason)
    expect(cards.card.getState()).toBe(null)
  })

  test('error: recovery', async () => {
    const wallet = walletIn({ status: 'recovering', methods: [], wallet: { address: '0x', factors: [] } })
    const recovery = createRecovery({ wallet, stepUp: unused as StepUp, cards, credentials: null })
    await expect(recovery.run({ signal })).rejects.toBe(reason)
    expect(cards.card.getState()).toBe(null)
  })

  test('error: device transfer, without a request to the server', async () => {
    let asked = 0
    const times = { expiresAt: '2030-01-01T00:10:00Z', resendAt: '2030-01-01T00:00:30Z' }
    const api = {
      request: async () => {
        asked += 1
        return { action: 'VERIFY_DEVICE', attemptId: 'a', matchNumber: '42', hostMayTypeCode: false, ...times }
      },
    } as unknown as Api
    const given = { projectId: 'p', hostOrigin: () => 'https://app.example', language: () => 'en', now: () => 0 }
    const attempts = { read: () => null, write: () => {} }
    const login = createLogin({ api, cards, attempts, ...given })
    await login.start('a@b.example')
    await expect(login.approveDevice(signal)).rejects.toBe(reason)
    expect(cards.card.getState()).toBe(null)
    expect(asked).toBe(1)
  })
})
