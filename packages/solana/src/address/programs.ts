/** Programs whose instructions are parsed, and two accounts without an owner. Source: Solana's own documentation. */
export const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  memo1: 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  /** Assertions that wallets add; source: its published sources (Jac0xb/lighthouse). */
  lighthouse: 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95',
} as const

/** The two programs that hold tokens. They share their first instructions and the first part of their accounts. */
export type TokenProgram = typeof programs.token | typeof programs.token2022

/** The mint of wrapped SOL. */
export const wrappedSolMint = 'So11111111111111111111111111111111111111112'

/** Returns whether an address is one of the two token programs. */
export function isTokenProgram(address: string | undefined): address is TokenProgram {
  return address === programs.token || address === programs.token2022
}
