import type { ReceiverNotice } from '@latchkey/core'

/** A notice about a receiver that usually loses the tokens. */
export type GraveNotice = Extract<ReceiverNotice, { type: 'look-alike' | 'token-contract' }>

/** Whether a notice requires the visitor's consent before a signature. */
export function asksConsent(notice: ReceiverNotice | undefined): notice is GraveNotice {
  return notice?.type === 'look-alike' || notice?.type === 'token-contract'
}
