import { LoginStep } from './LoginStep.tsx'

/** Waits while the visitor types the code on the wallet's own card. */
export function EmailVerifyOtp() {
  return <LoginStep step="code" icon="mail" />
}
