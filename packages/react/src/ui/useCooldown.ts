import type { LatchkeyError } from '@latchkey/protocol'
import { useState } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'
import { useNow } from './useNow.ts'

export type Cooldown = {
  /** Starts a countdown from the error of a cooldown. @returns false for any other error */
  take: (error: LatchkeyError) => boolean
  clear: () => void
  /** The remaining wait, updated every second; undefined once it is over. */
  text: string | undefined
  /** The initial wait, read aloud once. */
  spoken: string | undefined
}

/** Counts down until the next mail can be sent. */
export function useCooldown(): Cooldown {
  const { sentence } = useModalScope()
  const [wait, setWait] = useState<{ seconds: number; until: number }>()
  const now = useNow(wait && 1000)
  // The time of the first render can be from before the error.
  const left = wait ? Math.min(wait.seconds, Math.ceil((wait.until - now) / 1000)) : 0
  const say = (retryAfter = 0) => (left > 0 ? sentence({ code: 'email_cooldown', message: '', retryAfter }) : undefined)
  return {
    take: (error) => {
      const { code, retryAfter } = error
      if (code !== 'email_cooldown' || !retryAfter) return false
      setWait({ seconds: retryAfter, until: Date.now() + retryAfter * 1000 })
      return true
    },
    clear: () => setWait(undefined),
    text: say(left),
    spoken: say(wait?.seconds),
  }
}
