import type { ErrorCode } from '@latchkey/protocol'

/** Refusals before the wallet's owner was asked, or by the owner: nothing was sent, and asking again is fine. */
const declined = ['user_rejected', 'wallet_busy', 'prompt_open', 'frame_busy'] as const

/** The code of a refusal after which the same may be asked again. */
export type DeclinedCode = (typeof declined)[number]

/** Whether a code is a {@link DeclinedCode}. `wallet_busy` counts only where `moneyMoved` is 'no': nodes use its number too. */
export function isDeclined(code: ErrorCode): code is DeclinedCode {
  return (declined as readonly string[]).includes(code)
}
