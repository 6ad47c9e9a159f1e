import type { ErrorCode } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { useMemo, useRef, useState } from 'preact/hooks'

/** Runs an action; where something stands in its way, waits until that is out of it and runs the action again. */
export type SecondTry = <Result>(action: () => Promise<Result>) => Promise<Result>

/** What {@link useSecondTry} answers. */
export type UseSecondTryReturnType = {
  attempt: SecondTry
  /** An action failed with the code, and waits. */
  isWaiting: boolean
  /** Runs it again. */
  again: () => void
  /** Ends it with a failure. */
  giveUp: (code: ErrorCode) => void
}

/** Lets a page try what failed with one code a second time, once the person has done something about it. */
export function useSecondTry(code: ErrorCode): UseSecondTryReturnType {
  const [isWaiting, setWaiting] = useState(false)
  const waiting = useRef<{ resolve: () => void; reject: (error: unknown) => void } | null>(null)
  const attempt = useMemo<SecondTry>(
    () => async (action) => {
      try {
        return await action()
      } catch (error) {
        if (!(error instanceof ServiceError && error.code === code)) throw error
      }
      await new Promise<void>((resolve, reject) => {
        waiting.current = { resolve, reject }
        setWaiting(true)
      })
      return await action()
    },
    [code],
  )
  const stop = () => {
    const one = waiting.current
    waiting.current = null
    setWaiting(false)
    return one
  }
  return {
    attempt,
    isWaiting,
    again: () => stop()?.resolve(),
    giveUp: (reason) => stop()?.reject(new ServiceError(reason)),
  }
}
