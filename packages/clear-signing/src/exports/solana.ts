// For workers that read Solana requests, without code of the other families.
export { describeSolanaRequest } from '../solana/describeSolanaRequest.ts'
export { readSolanaPayload } from '../solana/readSolanaPayload.ts'
export type { SolanaParameters } from '../solana/SolanaParameters.ts'
export { type SolanaSigned, verifySolanaSigned } from '../solana/verifySolanaSigned.ts'
