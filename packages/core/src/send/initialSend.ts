import type { SendForm, SendReceiver, SendState } from './SendFeature.ts'

export const emptyForm: SendForm = { token: undefined, sendTokenAmount: '', receiverAddress: '', speed: 'standard' }

/** The receiver of an empty text. */
export const noReceiver: SendReceiver = { status: 'none' }

export const initialSend: SendState = { status: 'editing', form: emptyForm, receiver: noReceiver, issues: [] }
