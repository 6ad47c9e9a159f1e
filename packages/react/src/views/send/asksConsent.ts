import type { ReceiverNotice } from '@latchkey/core'

/** A receiver to whom what is sent is lost, as a rule. */
export type GraveNotice = Extract<ReceiverNotice, { type: 'look-alike' | 'token-contract' }>

/** Whether a notice asks for the visitor's word before anything is signed. */
export function asksConsent(notice: ReceiverNotice | undefined): notice is GraveNotice {
  return notice?.type === 'look-alike' || notice?.type === 'token-contract'
}
