import { address } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'

export const tokenProgram = TOKEN_PROGRAM_ADDRESS
export const token2022Program = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')

/** Bytes of a mint, and of an account that holds tokens, without extensions. */
export const mintSize = 82
export const tokenAccountSize = 165

export function isTokenProgram(program: string): boolean {
  return program === tokenProgram || program === token2022Program
}
