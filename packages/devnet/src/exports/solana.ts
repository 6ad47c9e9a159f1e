export type {
  Solana,
  SolanaAccount,
  SolanaNetwork,
  SolanaParameters,
  SolanaToken,
} from '../solana/Solana.ts'
export { startSolana } from '../solana/startSolana.ts'
