import { useEffect, useMemo, useState } from 'preact/hooks'
import { isPasswordGood, type PasswordMeter, type PasswordScore } from './createPasswordMeter.ts'

/** How hard a new password is to guess. */
export type PasswordRating = {
  /** Null without a password, and without the lists of common passwords. */
  score: PasswordScore | null
  /** The password can be set. */
  isGood: boolean
  lists: 'loading' | 'ready' | 'failed'
}

/**
 * Rates a password once for each change. A password that was typed before the lists of common passwords arrived is rated when they do.
 *
 * @param options.loadMeter loads the lists when the form first shows
 */
export function usePasswordRating({
  loadMeter,
  password,
}: {
  loadMeter: () => Promise<PasswordMeter>
  password: string
}): PasswordRating {
  const [meter, setMeter] = useState<PasswordMeter | 'loading' | 'failed'>('loading')
  useEffect(() => {
    let gone = false
    loadMeter().then(
      (loaded) => !gone && setMeter(() => loaded),
      () => !gone && setMeter('failed'),
    )
    return () => {
      gone = true
    }
  }, [loadMeter])
  return useMemo(() => {
    const isReady = typeof meter === 'function'
    const score = isReady && password !== '' ? meter(password) : null
    const isGood = score !== null && isPasswordGood({ password, score })
    return { score, isGood, lists: isReady ? 'ready' : meter }
  }, [meter, password])
}
