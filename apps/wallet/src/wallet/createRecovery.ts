import { ServiceError } from '@latchkey/protocol/errors'
import { askOnCard } from '../cards/askOnCard.ts'
import type { CardStore } from '../cards/createCardStore.ts'
import { askPasskey, type Credentials } from '../session/passkeys.ts'
import type { StepUp } from './createStepUp.ts'
import type { Wallet } from './createWallet.ts'

/** Opens the wallet on a device that has no share of it. */
export type Recovery = {
  /**
   * Shows the card until the wallet is open: by passkey there, by code, password or old device in a window.
   *
   * @throws LatchkeyError `user_rejected` when the card was closed; the signal's reason
   */
  run: (options: { signal: AbortSignal }) => Promise<void>
  /** By passkey: one tap. @throws LatchkeyError `passkey_without_prf`, `recovery_failed`, `user_rejected` */
  withPasskey: (options: { credentials: Credentials }) => Promise<void>
}

/** Makes {@link Recovery}. */
export function createRecovery({
  wallet,
  stepUp,
  cards,
  credentials,
}: {
  wallet: Wallet
  stepUp: StepUp
  cards: CardStore
  credentials: Credentials | null
}): Recovery {
  const withPasskey: Recovery['withPasskey'] = async ({ credentials: authenticator }) => {
    const state = wallet.state.getState()
    if (state.status !== 'recovering') return
    const { challengeId, options } = await stepUp.startPasskey()
    const { response, credentialId, prf } = await askPasskey({ credentials: authenticator, options })
    if (!prf) throw new ServiceError('passkey_without_prf')
    const factor = state.wallet.factors.find((one) => 'meta' in one && one.meta.credentialId === credentialId)
    if (!factor) throw new ServiceError('recovery_failed')
    // The tap confirms the visitor as well, which a session asks for that nobody used for long; the others open without that.
    await stepUp.finishPasskey({ challengeId, response }).catch(() => {})
    await wallet.recover({ factorId: factor.id, secret: { kind: 'passkey', prf, credentialId } })
  }

  return {
    withPasskey,
    run: async ({ signal }) => {
      const state = wallet.state.getState()
      if (state.status !== 'recovering') return
      await askOnCard<'recover', void>({
        cards,
        signal,
        card: { kind: 'recover', methods: state.methods, address: state.wallet.address, busy: false, failure: null },
        handlers: ({ run }) => ({
          recoverWithPasskey: () => {
            if (credentials) run(() => withPasskey({ credentials }))
          },
        }),
        follow: ({ answer, fail }) =>
          wallet.state.subscribe(({ status }) => {
            if (status === 'unlocked') answer()
            if (status === 'signedOut') fail(new ServiceError('session_ended'))
          }),
      })
    },
  }
}
