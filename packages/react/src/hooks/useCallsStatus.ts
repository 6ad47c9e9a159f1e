import type { SentCallsStatus } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { useEffect, useMemo, useState } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'

export type UseCallsStatusParameters = {
  /** ID from `useSendCalls`. The wallet gets no request while it is undefined. */
  id: string | undefined
}

export type UseCallsStatusReturnType = {
  /** `pending` until the wallet reports another status; undefined without an ID. */
  status: SentCallsStatus['status'] | undefined
  /** The wallet's full answer, once the calls have ended. */
  calls: SentCallsStatus | undefined
  /** Why the status is unknown, for example `calls_unknown`. */
  error: LatchkeyError | undefined
}

/**
 * Returns the status of calls. Polls the wallet until they have ended.
 *
 * @example const { status, calls } = useCallsStatus({ id })
 */
export function useCallsStatus({ id }: UseCallsStatusParameters): UseCallsStatusReturnType {
  const { latchkey } = useLatchkeyContext()
  const [told, setTold] = useState<{ id: string; calls?: SentCallsStatus; error?: LatchkeyError }>()
  useEffect(() => {
    if (id === undefined) return
    const controller = new AbortController()
    latchkey.calls.wait({ id, signal: controller.signal }).then(
      (calls) => setTold({ id, calls }),
      (cause: unknown) => {
        if (controller.signal.aborted) return
        setTold({ id, error: cause instanceof LatchkeyError ? cause : new LatchkeyError('internal', { cause }) })
      },
    )
    return () => controller.abort()
  }, [latchkey, id])
  return useMemo(() => {
    const { calls, error } = told && told.id === id ? told : {}
    return { status: id === undefined || error ? undefined : (calls?.status ?? 'pending'), calls, error }
  }, [told, id])
}
