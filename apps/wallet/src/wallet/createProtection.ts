import { ServiceError } from '@latchkey/protocol/errors'
import { finishPasskeyRegistration, startPasskeyRegistration } from '@latchkey/protocol/wallet'
import { askOnCard } from '../cards/askOnCard.ts'
import type { Card } from '../cards/Card.ts'
import type { CardStore } from '../cards/createCardStore.ts'
import type { LoginState } from '../login/createLoginState.ts'
import { makePasskey, type PasskeyEndpoints } from '../login/makePasskey.ts'
import type { Credentials } from '../login/passkeys.ts'
import { readChallenge } from '../login/readChallenge.ts'
import type { Factors } from './createFactors.ts'
import { isOutdatedPassword } from './createPasswordRecovery.ts'
import type { StepUp } from './createStepUp.ts'
import type { Wallet } from './createWallet.ts'
import { walletOf } from './walletReducer.ts'

/** Ensures that a wallet can be recovered. */
export type Protection = {
  /**
   * Asks for a passkey or a backup code if the wallet has neither.
   *
   * @returns whether it has one now
   * @throws LatchkeyError `user_rejected` if the card was closed; the signal's reason
   */
  ensure: (options: {
    reason: Extract<Card, { kind: 'protect' }>['reason']
    skippable: boolean
    signal: AbortSignal
  }) => Promise<boolean>
}

/** Creates the server calls for new passkeys of a login. */
export function createPasskeyEndpoints({ session, stepUp }: { session: LoginState; stepUp: StepUp }): PasskeyEndpoints {
  return {
    startPasskey: async () => readChallenge('register', await session.request(startPasskeyRegistration, {})),
    registerPasskey: async (body) => {
      await session.request(finishPasskeyRegistration, { body })
    },
    startPasskeyCheck: stepUp.startPasskey,
    finishPasskeyCheck: stepUp.finishPasskey,
  }
}

/** Creates {@link Protection}. */
export function createProtection({
  wallet,
  openWallet,
  factors,
  stepUp,
  cards,
  endpoints,
  credentials,
  memoryOnly,
}: {
  wallet: Wallet
  /** Unlocks the wallet with the visitor's help. */
  openWallet: (signal: AbortSignal) => Promise<unknown>
  factors: Factors
  stepUp: StepUp
  cards: CardStore
  endpoints: PasskeyEndpoints
  credentials: Credentials | null
  /** The browser stores nothing of this page. */
  memoryOnly: boolean
}): Protection {
  // A password that no new device can use does not protect.
  const isProtected = () => walletOf(wallet.state.getState())?.factors.some((one) => !isOutdatedPassword(one)) ?? false

  const addPasskey = async (signal: AbortSignal) => {
    if (!credentials) throw new ServiceError('passkey_refused')
    await openWallet(signal)
    // Entering a step-up code is also a gesture, so the browser allows the prompt after it.
    const challenge = await stepUp.around({ reason: 'factor', signal, action: endpoints.startPasskey })
    const { credentialId, prf } = await makePasskey({ credentials, endpoints, challenge })
    await stepUp.around({
      reason: 'factor',
      signal,
      action: () => factors.add({ secret: { kind: 'passkey', prf, credentialId } }),
    })
  }

  return {
    ensure: async ({ reason, skippable, signal }) => {
      if (isProtected()) return true
      return askOnCard<'protect', boolean>({
        cards,
        signal,
        card: {
          ...{ kind: 'protect', reason, passkey: credentials !== null, memoryOnly, busy: false },
          ...{ failure: null, skippable },
        },
        handlers: ({ answer, run }) => ({
          protectWithPasskey: () => run(() => addPasskey(signal).then(() => answer(true))),
          skipProtection: () => {
            if (skippable) answer(isProtected())
          },
        }),
        // A backup code created in a window counts as well.
        follow: ({ answer, isBusy }) =>
          wallet.state.subscribe(() => {
            if (!isBusy() && isProtected()) answer(true)
          }),
      })
    },
  }
}
