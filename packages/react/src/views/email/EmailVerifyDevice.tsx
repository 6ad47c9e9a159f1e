import { LoginStep } from './LoginStep.tsx'

/** Waits until the visitor opens the link in the mail. */
export function EmailVerifyDevice() {
  return <LoginStep step="device" icon="mail" />
}
