export { createLocalSiwx, type LocalSiwxParameters } from '../siwx/createLocalSiwx.ts'
export { type CreateSiwxMessageParameters, createSiwxMessage } from '../siwx/createSiwxMessage.ts'
export { createSiwxVerifier, type SiwxVerifierParameters } from '../siwx/createSiwxVerifier.ts'
export type { OneClickMessage, Siwx, SiwxMessage, SiwxMessageData, SiwxSession, SiwxSubject } from '../siwx/Siwx.ts'
