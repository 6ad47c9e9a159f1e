import type { SignInFeature, SignInState } from '@latchkey/core'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

export type UseSignInReturnType = SignInState & {
  isSignedIn: boolean
} & Pick<SignInFeature, 'signIn' | 'cancel' | 'signOut'>

/**
 * Signs in to the site with the connected wallet, in apps that set `siwx`.
 *
 * @example const { isSignedIn, signIn } = useSignIn()
 */
export function useSignIn(): UseSignInReturnType {
  const { latchkey, snapshots } = useLatchkeyContext()
  const state = useReadable(latchkey.signIn, snapshots.signIn)
  return useMemo(() => {
    const { signIn, cancel, signOut } = latchkey.signIn
    return { ...state, isSignedIn: state.status === 'signedIn', signIn, cancel, signOut }
  }, [state, latchkey])
}
