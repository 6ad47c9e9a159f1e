import type { SignInFeature, SignInState } from '@latchkey/core'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

/** What {@link useSignIn} answers: where it stands, and the steps that change it. */
export type UseSignInReturnType = SignInState & {
  isSignedIn: boolean
} & Pick<SignInFeature, 'signIn' | 'cancel' | 'signOut'>

/**
 * Signs in with the connected wallet, for apps that ask for it (`siwx`).
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
