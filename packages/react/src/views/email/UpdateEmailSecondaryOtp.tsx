import { UpdateStep } from './UpdateStep.tsx'

/** Waits for the code that was sent to the new address. */
export function UpdateEmailSecondaryOtp() {
  return <UpdateStep step="secondary" />
}
