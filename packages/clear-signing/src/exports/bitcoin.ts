// For workers that read requests of Bitcoin: nothing of the other families comes with it.
export type { BitcoinAccount, BitcoinParameters } from '../bitcoin/BitcoinParameters.ts'
export { describeBitcoinRequest } from '../bitcoin/describeBitcoinRequest.ts'
export { readBitcoinPayload } from '../bitcoin/readBitcoinPayload.ts'
export { type BitcoinSigned, verifyBitcoinSigned } from '../bitcoin/verifyBitcoinSigned.ts'
