import type { SendForm, SendReceiver, SendState } from './SendFeature.ts'

/** Nothing typed. */
export const emptyForm: SendForm = { token: undefined, sendTokenAmount: '', receiverAddress: '', speed: 'standard' }

/** Nobody is named. */
export const noReceiver: SendReceiver = { status: 'none' }

/** Nothing typed, nothing under way. */
export const initialSend: SendState = { status: 'editing', form: emptyForm, receiver: noReceiver, issues: [] }
