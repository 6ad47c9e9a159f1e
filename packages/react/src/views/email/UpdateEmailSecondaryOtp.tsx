import { UpdateStep } from './UpdateStep.tsx'

/** Waits for the code that went to the new address. */
export function UpdateEmailSecondaryOtp() {
  return <UpdateStep step="secondary" />
}
