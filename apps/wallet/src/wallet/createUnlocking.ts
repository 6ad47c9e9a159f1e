import { ServiceError } from '@latchkey/protocol/errors'
import { askOnCard } from '../cards/askOnCard.ts'
import type { CardStore } from '../cards/createCardStore.ts'
import { askPasskey, type Credentials } from '../login/passkeys.ts'
import type { Visibility } from '../ui/canSeeVisibility.ts'
import type { StepUp } from './createStepUp.ts'
import type { Wallet } from './createWallet.ts'

/** Unlocks a locked wallet. */
export type Unlocking = {
  /**
   * Shows the card until the wallet is unlocked, or must be recovered first.
   *
   * @throws LatchkeyError `user_rejected` if the card was closed; the signal's reason
   */
  run: (options: { signal: AbortSignal }) => Promise<void>
}

/**
 * Creates {@link Unlocking}. Nothing is sent or asked before the click: a site that requests signatures must not fill a mailbox with
 * codes. The button must be visible for as long as an approval's. If the engine cannot prove that, it opens a wallet window.
 */
export function createUnlocking({
  wallet,
  stepUp,
  cards,
  credentials,
  visibility,
}: {
  wallet: Wallet
  stepUp: StepUp
  cards: CardStore
  credentials: Credentials | null
  visibility: Visibility
}): Unlocking {
  const isLocked = () => wallet.state.getState().status === 'locked'

  /** By passkey if the account has one, because its prompt comes soonest after the click. */
  const startPasskey = async () => {
    try {
      return await stepUp.startPasskey()
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'passkey_unknown') return null
      throw error
    }
  }
  const confirm = async ({ signal, fail }: { signal: AbortSignal; fail: (error: unknown) => void }) => {
    const challenge = await startPasskey()
    if (!challenge) {
      return stepUp.ask({ reason: 'unlock', signal }).catch((error: unknown) => {
        // Closing that card also cancels this one.
        if (error instanceof ServiceError && error.code === 'user_rejected') fail(error)
        throw error
      })
    }
    if (!credentials) throw new ServiceError('passkey_refused')
    const { challengeId, options } = challenge
    const { response, ...passkey } = await askPasskey({ credentials, options })
    await stepUp.finishPasskey({ challengeId, response, passkey })
  }
  /** @throws LatchkeyError why it did not unlock; the caller handles a wallet that must be recovered first */
  const openAfter = async (confirmed: Promise<void>) => {
    await confirmed
    if (wallet.state.getState().status !== 'recovering') await wallet.unlock()
  }

  return {
    run: async ({ signal }) => {
      if (!isLocked()) return
      const place = visibility.canProve() ? 'card' : 'window'
      await askOnCard<'unlock', void>({
        cards,
        signal,
        card: { kind: 'unlock', place, busy: false, failure: null },
        handlers: ({ answer, fail, run }) => ({
          unlock: () => {
            // Without proof that the card is visible, a click on it unlocks nothing.
            if (place === 'card') run(() => openAfter(confirm({ signal, fail })).then(answer))
          },
        }),
        // Another tab or the window may have unlocked it.
        follow: ({ answer, fail, isBusy }) =>
          wallet.state.subscribe(({ status }) => {
            if (isBusy()) return
            if (status === 'unlocked' || status === 'recovering') answer()
            if (status === 'signedOut') fail(new ServiceError('session_ended'))
          }),
      })
    },
  }
}
