import { LatchkeyError } from '@latchkey/protocol'
import { useCallback, useMemo, useState } from 'react'

/** Something that a wallet is asked, and what came of it. */
export type Asked<Options, Answer> = {
  status: 'idle' | 'asking' | 'done' | 'failed'
  answer: Answer | undefined
  /** Why it came to nothing; `user_rejected` when the visitor declined. */
  error: LatchkeyError | undefined
  /** Asks. Never throws: what went wrong is in `error`. */
  ask: (options: Options) => Promise<Answer | undefined>
  /** Forgets what came of it. */
  reset: () => void
}

type State<Answer> = { status: Asked<never, Answer>['status']; answer?: Answer; error?: LatchkeyError }

/** Keeps what came of asking a wallet. A second question while one is open does nothing. */
export function useAsked<Options, Answer>(question: (options: Options) => Promise<Answer>): Asked<Options, Answer> {
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
