import type { SignInFeature, SignInState } from '@latchkey/core'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

export type UseSignInReturnType = SignInState & {
  /** Whether `status` is `signedIn`. */
  isSignedIn: boolean
} & Pick<SignInFeature, 'signIn' | 'cancel' | 'signOut'>

/**
 * Signs in to the site with the connected wallet, in apps that set `siwx`.
 *
 * @example
 * const { isSignedIn, subject, signIn, signOut } = useSignIn()
 * if (isSignedIn) return <button onClick={() => void signOut()}>Sign out {subject?.address}</button>
 * return <button onClick={() => signIn().catch(() => {})}>Sign in</button>
 */
export function useSignIn(): UseSignInReturnType {
  const { latchkey, snapshots } = useLatchkeyContext()
  const state = useReadable(latchkey.signIn, snapshots.signIn)
  return useMemo(() => {
    const { signIn, cancel, signOut } = latchkey.signIn
    return { ...state, isSignedIn: state.status === 'signedIn', signIn, cancel, signOut }
  }, [state, latchkey])
}
