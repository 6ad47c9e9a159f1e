import type { SocialFeature, SocialState } from '@latchkey/core'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

export type UseSocialLoginReturnType = {
  state: SocialState
} & Pick<SocialFeature, 'isAvailable' | 'prepare' | 'start' | 'startRedirect' | 'cancel'>

/**
 * Logs in with an account of a provider. Call `prepare` when the buttons appear, and `start` in the click handler.
 *
 * @example
 * const { state, prepare, start } = useSocialLogin()
 * useEffect(prepare, [prepare])
 * return state.providers?.map((provider) => <button key={provider} onClick={() => start({ provider })}>{provider}</button>)
 */
export function useSocialLogin(): UseSocialLoginReturnType {
  const { latchkey, snapshots } = useLatchkeyContext()
  const state = useReadable(latchkey.social, snapshots.social)
  return useMemo(() => {
    const { isAvailable, prepare, start, startRedirect, cancel } = latchkey.social
    return { state, isAvailable, prepare, start, startRedirect, cancel }
  }, [state, latchkey])
}
