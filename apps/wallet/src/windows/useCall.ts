import { ServiceError } from '@latchkey/protocol/errors'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { CardFailure } from '../cards/Card.ts'

/** An action that runs once at a time, with its failure. */
export type Call<Parameters extends unknown[]> = {
  busy: boolean
  failure: CardFailure | null
  run: (...parameters: Parameters) => void
  clear: () => void
}

/** Runs an asynchronous action once at a time, and keeps its failure for display. */
export function useCall<Parameters extends unknown[]>(
  action: (...parameters: Parameters) => Promise<void>,
): Call<Parameters> {
  const [state, setState] = useState<{ busy: boolean; failure: CardFailure | null }>({ busy: false, failure: null })
  const busy = useRef(false)
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
  async function start(...parameters: Parameters): Promise<void> {
    if (busy.current) return
    busy.current = true
    setState({ busy: true, failure: null })
    let failure: CardFailure | null = null
    try {
      await action(...parameters)
    } catch (error) {
      failure = toFailure(error)
    }
    busy.current = false
    if (!gone.current) setState({ busy: false, failure })
  }
  return {
    ...state,
    run: (...parameters) => void start(...parameters),
    clear: () => setState({ busy: busy.current, failure: null }),
  }
}

function toFailure(error: unknown): CardFailure {
  const known = error instanceof ServiceError ? error : new ServiceError('internal')
  const { code, message, retryAfter } = known
  return { code, message, ...(retryAfter === undefined ? {} : { retryAfter }) }
}
