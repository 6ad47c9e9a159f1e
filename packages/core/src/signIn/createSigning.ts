import { type AccountId, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { waitForWallet } from '../connectors/waitForWallet.ts'
import { isSameAddress } from '../siwx/isSameAddress.ts'
import type { Siwx, SiwxMessage, SiwxMessageData, SiwxSession, SiwxSubject } from '../siwx/Siwx.ts'
import type { SignInParts } from './createSignIn.ts'
import { isUnheard, readSignInFailure } from './readSignInFailure.ts'
import type { SignInEvent, SignInMachine } from './signInReducer.ts'
import { signWithWallet } from './signWithWallet.ts'

/** How long a wallet may take to ask its owner for the signature. */
export const signTimeout = 180_000

/** The way of a sign-in from its message to a session that the app has. */
export type Signing = {
  /**
   * Has the wallet sign, and the app take it; what comes of it is shown.
   *
   * @param options.number of the attempt, whose end `signal` tells
   * @throws LatchkeyError what spoke against it
   */
  sign: (options: {
    subject: SiwxSubject
    number: number
    signal: AbortSignal
    isSmart: boolean
  }) => Promise<SiwxSession>
  /** Has the app take a session; one whose answer does not come is kept for the next try. */
  store: (accountId: AccountId, session: SiwxSession) => Promise<void>
  /** Whoever signed has left: what is kept is not sent any more. */
  forget: () => void
  /** The wallet is not shown as working any more. */
  stopProgress: () => void
}

/**
 * Makes {@link Signing}.
 *
 * @param options.limited gives the app's functions up after a while
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
  /** Signed, and perhaps never heard of by the app's server: the same signature goes there again before anybody signs anew. */
  let unheard: { accountId: AccountId; session: SiwxSession } | undefined

  const stopProgress = () => {
    const { toast } = modal().getState()
    // Not yet shown counts too: an older toast may have been on the way out.
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
      // Another account may be in use by now: the session is stored all the same.
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
        // It was heard, and is used up or too old.
        if (!dispatch({ type: 'signedInVain', number })) throw new ServiceError('account_changed')
        step = 'prepare'
      }
      const data = await limited(siwx().createMessage({ accountAddress: address, chainId }), signal)
      if (!isSameAddress(data.accountAddress, address)) throw invalid('accountAddress')
      if (data.chainId !== chainId) throw invalid('chainId')
      const message = data.toString()
      // Another wallet is in use since the message was there: it is not the one to ask.
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
