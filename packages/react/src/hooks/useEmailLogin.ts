import type { EmailFeature, EmailState } from '@latchkey/core'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

export type UseEmailLoginReturnType = {
  state: EmailState
} & Pick<
  EmailFeature,
  | 'isAvailable'
  | 'start'
  | 'waitForDevice'
  | 'enterCode'
  | 'cancel'
  | 'updateEmail'
  | 'updateEmailPrimaryOtp'
  | 'updateEmailSecondaryOtp'
  | 'openSecurity'
  | 'ensureProtected'
>

/**
 * Logs in with an email address: `start` → (`waitForDevice` →) `enterCode`. Also manages the embedded wallet after the login.
 *
 * @example
 * const { state, start, enterCode } = useEmailLogin()
 * if ((await start({ email })) === 'VERIFY_OTP') await enterCode()
 */
export function useEmailLogin(): UseEmailLoginReturnType {
  const { latchkey, snapshots } = useLatchkeyContext()
  const state = useReadable(latchkey.email, snapshots.email)
  return useMemo(() => {
    const { isAvailable, start, waitForDevice, enterCode, cancel, ...later } = latchkey.email
    const { updateEmail, updateEmailPrimaryOtp, updateEmailSecondaryOtp, openSecurity, ensureProtected } = later
    return {
      ...{ state, isAvailable, start, waitForDevice, enterCode, cancel },
      ...{ updateEmail, updateEmailPrimaryOtp, updateEmailSecondaryOtp, openSecurity, ensureProtected },
    }
  }, [state, latchkey])
}
