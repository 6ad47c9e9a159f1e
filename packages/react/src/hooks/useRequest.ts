import { LatchkeyError } from '@latchkey/protocol'
import { useCallback, useMemo, useState } from 'react'

/** A request to a wallet, and its result. */
export type RequestState<Options, Answer> = {
  status: 'idle' | 'asking' | 'done' | 'failed'
  answer: Answer | undefined
  /** Why the request failed; `user_rejected` if the visitor declined. */
  error: LatchkeyError | undefined
  /** Sends the request. Does not throw: `error` has the failure. */
  ask: (options: Options) => Promise<Answer | undefined>
  /** Clears the result. */
  reset: () => void
}

type State<Answer> = { status: RequestState<never, Answer>['status']; answer?: Answer; error?: LatchkeyError }

/** Keeps the result of a request to a wallet. A second call does nothing while a request is open. */
export function useRequest<Options, Answer>(
  question: (options: Options) => Promise<Answer>,
): RequestState<Options, Answer> {
  const [state, setState] = useState<State<Answer>>({ status: 'idle' })
  const isAsking = state.status === 'asking'
  const ask = useCallback(
    async (options: Options) => {
      if (isAsking) return undefined
      setState({ status: 'asking' })
      try {
        const answer = await question(options)
        setState({ status: 'done', answer })
        return answer
      } catch (cause) {
        const error = cause instanceof LatchkeyError ? cause : new LatchkeyError('internal', { cause })
        setState({ status: 'failed', error })
        return undefined
      }
    },
    [question, isAsking],
  )
  const reset = useCallback(() => setState({ status: 'idle' }), [])
  return useMemo(
    () => ({ status: state.status, answer: state.answer, error: state.error, ask, reset }),
    [state, ask, reset],
  )
}
