import type { Siwx } from './Siwx.ts'

/** Whether the kit asks for a sign-in automatically: if it is required, or if the app does not ask itself. */
export function asksToSignIn(siwx: Siwx | undefined): boolean {
  return siwx?.getRequired?.() || siwx?.asksOnConnect?.() !== false
}
