import { UpdateStep } from './UpdateStep.tsx'

/** Waits for the code that was sent to the old address. */
export function UpdateEmailPrimaryOtp() {
  return <UpdateStep step="primary" />
}
