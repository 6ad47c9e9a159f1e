export { createLocalSiwx, type LocalSiwxParameters } from '../signIn/createLocalSiwx.ts'
export { type CreateSiwxMessageParameters, createSiwxMessage } from '../signIn/createSiwxMessage.ts'
export type { OneClickMessage, Siwx, SiwxMessage, SiwxMessageData, SiwxSession, SiwxSubject } from '../signIn/Siwx.ts'
