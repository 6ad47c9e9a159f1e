import type { Siwx } from './Siwx.ts'

/** Whether an account without a session is asked to sign in without anybody's doing: where it must, or where the app has not said that it asks itself. */
export function asksToSignIn(siwx: Siwx | undefined): boolean {
  return siwx?.getRequired?.() || siwx?.asksOnConnect?.() !== false
}
