import { LoginStep } from './LoginStep.tsx'

/** Waits until the link in the mail was opened. */
export function EmailVerifyDevice() {
  return <LoginStep step="device" icon="mail" />
}
