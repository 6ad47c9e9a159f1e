import { LoginStep } from './LoginStep.tsx'

/** Waits while the visitor enters the code on the wallet's card. */
export function EmailVerifyOtp() {
  return <LoginStep step="code" icon="mail" />
}
