// For workers that read requests of Solana: nothing of the other families comes with it.
export { describeSolanaRequest } from '../solana/describeSolanaRequest.ts'
export { readSolanaPayload } from '../solana/readSolanaPayload.ts'
export type { SolanaParameters } from '../solana/SolanaParameters.ts'
export { type SolanaSigned, verifySolanaSigned } from '../solana/verifySolanaSigned.ts'
