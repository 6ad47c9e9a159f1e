import type { SentCallsStatus } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { useEffect, useMemo, useState } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'

/** What {@link useCallsStatus} takes. */
export type UseCallsStatusParameters = {
  /** As `useSendCalls` gave it; nothing is asked while it is undefined. */
  id: string | undefined
}

/** What {@link useCallsStatus} answers. */
export type UseCallsStatusReturnType = {
  /** `pending` until the wallet says otherwise; undefined without an id. */
  status: SentCallsStatus['status'] | undefined
  /** All that the wallet said, once it is over. */
  calls: SentCallsStatus | undefined
  /** Why nobody can tell, `calls_unknown` above all. */
  error: LatchkeyError | undefined
}

/**
 * What became of calls: the wallet is asked again and again until it is over.
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
