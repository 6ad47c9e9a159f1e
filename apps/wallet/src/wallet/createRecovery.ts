import { ServiceError } from '@latchkey/protocol/errors'
import { askOnCard } from '../cards/askOnCard.ts'
import type { CardStore } from '../cards/createCardStore.ts'
import { askPasskey, type Credentials } from '../login/passkeys.ts'
import type { StepUp } from './createStepUp.ts'
import type { Wallet } from './createWallet.ts'

/** Unlocks the wallet on a device without a share. */
export type Recovery = {
  /**
   * Shows the card until the wallet is unlocked: by passkey there, by code, password or old device in a window.
   *
   * @throws LatchkeyError `user_rejected` if the card was closed; the signal's reason
   */
  run: (options: { signal: AbortSignal }) => Promise<void>
  /** By passkey: one tap. @throws LatchkeyError `passkey_without_prf`, `recovery_failed`, `user_rejected` */
  withPasskey: (options: { credentials: Credentials }) => Promise<void>
}

/** Creates {@link Recovery}. */
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
    // The tap also counts as a step-up, which a long unused login requires. If it fails, a login that needs none still unlocks.
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
