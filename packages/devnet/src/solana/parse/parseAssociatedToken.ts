import type { PlainInstruction } from './parseInstruction.ts'

/** Decodes an instruction of the associated token program: 0 (or no data) creates the account, 1 creates it if it is missing. */
export function parseAssociatedToken({ accounts, data }: PlainInstruction) {
  const type = { 0: 'create', 1: 'createIdempotent' }[data[0] ?? 0]
  if (!type || accounts.length < 6) return undefined
  const [source, account, wallet, mint, systemProgram, tokenProgram] = accounts
  return { type, info: { source, account, wallet, mint, systemProgram, tokenProgram } }
}
