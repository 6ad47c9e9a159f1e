import { UpdateStep } from './UpdateStep.tsx'

/** Waits for the code that went to the old address. */
export function UpdateEmailPrimaryOtp() {
  return <UpdateStep step="primary" />
}
