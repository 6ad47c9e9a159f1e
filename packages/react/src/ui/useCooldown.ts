import type { LatchkeyError } from '@latchkey/protocol'
import { useState } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'
import { useNow } from './useNow.ts'

/** What {@link useCooldown} answers. */
export type Cooldown = {
  /** Keeps a refusal that says when to try again. @returns false for every other one */
  take: (error: LatchkeyError) => boolean
  clear: () => void
  /** The wait that is left, renewed every second; undefined once it is over. */
  text: string | undefined
  /** The wait as it was in the beginning: read aloud once. */
  spoken: string | undefined
}

/** Counts down to the moment at which another mail may be sent. */
export function useCooldown(): Cooldown {
  const { sentence } = useModalScope()
  const [wait, setWait] = useState<{ seconds: number; until: number }>()
  const now = useNow(wait && 1000)
  // The clock of the first drawing may be from before the refusal.
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
