export { findSiwxIssue } from '../siwx/findSiwxIssue.ts'
export { type ReadSiwxMessage, readSiwxMessage } from '../siwx/readSiwxMessage.ts'
export type { OneClickMessage, OneClickSignIn, SiwxMessageData, SiwxSession } from '../siwx/SiwxMessageData.ts'
export { writeSiwxMessage } from '../siwx/writeSiwxMessage.ts'
