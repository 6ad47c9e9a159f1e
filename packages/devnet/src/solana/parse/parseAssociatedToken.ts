import type { PlainInstruction } from './parseInstruction.ts'

/** Reads an instruction of the associated token account program: 0 (or nothing) creates, 1 creates unless it is there. */
export function parseAssociatedToken({ accounts, data }: PlainInstruction) {
  const type = { 0: 'create', 1: 'createIdempotent' }[data[0] ?? 0]
  if (!type || accounts.length < 6) return undefined
  const [source, account, wallet, mint, systemProgram, tokenProgram] = accounts
  return { type, info: { source, account, wallet, mint, systemProgram, tokenProgram } }
}
