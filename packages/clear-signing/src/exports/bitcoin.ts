// For workers that read Bitcoin requests, without code of the other families.
export type { BitcoinAccount, BitcoinParameters } from '../bitcoin/BitcoinParameters.ts'
export { describeBitcoinRequest } from '../bitcoin/describeBitcoinRequest.ts'
export { readBitcoinPayload } from '../bitcoin/readBitcoinPayload.ts'
export { type BitcoinSigned, verifyBitcoinSigned } from '../bitcoin/verifyBitcoinSigned.ts'
