import type { ErrorCode } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { useMemo, useRef, useState } from 'preact/hooks'

/** Runs an action. If an obstacle prevents it, waits until that is resolved and runs the action again. */
export type SecondTry = <Result>(action: () => Promise<Result>) => Promise<Result>

export type UseSecondTryReturnType = {
  attempt: SecondTry
  /** An action failed with the code and waits. */
  isWaiting: boolean
  /** Runs it again. */
  again: () => void
  /** Ends it with a failure. */
  giveUp: (code: ErrorCode) => void
}

/** Lets a page repeat an action that failed with one code, after the visitor has resolved it. */
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
