import { type AccountId, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { waitForWallet } from '../connectors/waitForWallet.ts'
import { isSameAddress } from '../siwx/isSameAddress.ts'
import type { Siwx, SiwxMessage, SiwxMessageData, SiwxSession, SiwxSubject } from '../siwx/Siwx.ts'
import type { SignInParts } from './createSignIn.ts'
import { isUnheard, readSignInFailure } from './readSignInFailure.ts'
import type { SignInEvent, SignInMachine } from './signInReducer.ts'
import { signWithWallet } from './signWithWallet.ts'

/** Milliseconds in which the wallet has to return the signature. */
export const signTimeout = 180_000

/** Steps from the message to a stored sign-in. */
export type Signing = {
  /**
   * Lets the wallet sign and the app store the sign-in, and shows the result.
   *
   * @param options.number of the attempt, whose end aborts `signal`
   * @throws LatchkeyError the reason of a failure
   */
  sign: (options: {
    subject: SiwxSubject
    number: number
    signal: AbortSignal
    isSmart: boolean
  }) => Promise<SiwxSession>
  /** Stores a sign-in with the app. If the answer is lost, the sign-in is kept for the next attempt. */
  store: (accountId: AccountId, session: SiwxSession) => Promise<void>
  /** Drops the kept sign-in, after the visitor left. */
  forget: () => void
  /** Hides the progress message. */
  stopProgress: () => void
}

/**
 * Creates {@link Signing}.
 *
 * @param options.limited limits the time of the app's functions
 */
export function createSigning({
  context: { environment, report },
  connection,
  modal,
  siwx,
  asks,
  limited,
  status,
  dispatch,
}: Pick<SignInParts, 'context' | 'connection' | 'modal'> & {
  siwx: () => Siwx
  asks: () => boolean
  limited: <T>(answer: Promise<T>, signal?: AbortSignal) => Promise<T>
  status: () => SignInMachine['status']
  dispatch: (event: SignInEvent) => boolean
}): Signing {
  /** A signature whose storage may have failed. The next attempt sends it again before it asks for another one. */
  let unheard: { accountId: AccountId; session: SiwxSession } | undefined

  const stopProgress = () => {
    const { toast } = modal().getState()
    // Including a toast that is not visible yet, because an older one may be closing.
    if (!toast || toast.text === 'authenticating') modal().dismissToast()
  }

  const store: Signing['store'] = async (accountId, session) => {
    try {
      await limited(siwx().addSession(session))
    } catch (cause) {
      if (isUnheard(cause)) unheard = { accountId, session }
      throw cause
    }
  }

  const sign: Signing['sign'] = async ({ subject, number, signal, isSmart }) => {
    const { address, chainId, accountId } = subject
    let step: 'prepare' | 'sign' | 'store' = 'prepare'
    const finish = (session: SiwxSession) => {
      // Another account may be in use by now. The sign-in is stored in any case.
      const isCurrent = dispatch({ type: 'stored', number })
      report({ type: 'signedIn', account: accountId })
      if (isCurrent) {
        stopProgress()
        modal().endSignIn({ signedIn: true })
      }
      return session
    }
    modal().toast({ kind: 'loading', message: 'Authenticating...', text: 'authenticating' })
    try {
      const kept = unheard?.accountId === accountId ? unheard.session : undefined
      unheard = undefined
      if (kept && dispatch({ type: 'signed', number })) {
        step = 'store'
        const taken = await store(accountId, kept).then(
          () => true,
          (cause: unknown) => {
            if (isUnheard(cause)) throw cause
            return false
          },
        )
        if (taken) return finish(kept)
        // The server received it earlier, and it is used or expired.
        if (!dispatch({ type: 'signedInVain', number })) throw new ServiceError('account_changed')
        step = 'prepare'
      }
      const data = await limited(siwx().createMessage({ accountAddress: address, chainId }), signal)
      if (!isSameAddress(data.accountAddress, address)) throw invalid('accountAddress')
      if (data.chainId !== chainId) throw invalid('chainId')
      const message = data.toString()
      // The account changed after the message was created. The new wallet must not be asked.
      if (signal.aborted) throw new LatchkeyError('user_rejected')
      step = 'sign'
      const signature = await waitForWallet({
        environment,
        answer: signWithWallet({ connection, subject, message }),
        milliseconds: signTimeout,
        signal,
      })
      if (!dispatch({ type: 'signed', number })) throw new ServiceError('account_changed')
      step = 'store'
      const session = { data: dataOf(data), message, signature }
      await store(accountId, session)
      return finish(session)
    } catch (cause) {
      const { failure, error } = readSignInFailure({ cause, step, isSmart })
      if (dispatch({ type: 'failed', number, failure })) {
        report({ type: 'signInFailed', account: accountId, code: failure.code })
        modal().toast({ kind: 'error', ...failure })
        if (asks()) modal().showSignIn()
      } else if (status() !== 'signing') stopProgress()
      throw error
    }
  }

  return {
    sign,
    store,
    forget: () => {
      unheard = undefined
    },
    stopProgress,
  }
}

function invalid(field: 'accountAddress' | 'chainId'): LatchkeyError {
  return new ServiceError('siwx_message_invalid', { field })
}

function dataOf(message: SiwxMessage): SiwxMessageData {
  const { toString: _, ...data } = message
  return data
}
