import { isTokenProgram, tokenProgram } from '../ledger/tokenPrograms.ts'
import { parseAssociatedToken } from './parseAssociatedToken.ts'
import { parseSystem } from './parseSystem.ts'
import { parseToken } from './parseToken.ts'

/** An instruction as in `jsonParsed`. The `parsed` value of a memo is its text. */
export type ParsedInstruction = { program: string; parsed: { type: string; info: Record<string, unknown> } | string }

/** An instruction with its accounts by address. */
export type PlainInstruction = { programId: string; accounts: readonly string[]; data: Uint8Array }

const systemProgram = '11111111111111111111111111111111'
const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const memoPrograms = ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo1UhkJRfHyvLMcVucJwxXeuDaC8cFHCNCtQ5a2Cr']

/**
 * Decodes an instruction of the system program, the token programs, the associated token program and the memo programs. Undefined
 * for other programs and for invalid data, as on a cluster. Source: the transaction decoder of Solana (`parse_*.rs`).
 */
export function parseInstruction(instruction: PlainInstruction): ParsedInstruction | undefined {
  const { programId, data } = instruction
  try {
    if (programId === systemProgram) return named('system', parseSystem(instruction))
    if (isTokenProgram(programId))
      return named(programId === tokenProgram ? 'spl-token' : 'spl-token-2022', parseToken(instruction))
    if (programId === associatedTokenProgram)
      return named('spl-associated-token-account', parseAssociatedToken(instruction))
    if (memoPrograms.includes(programId))
      return { program: 'spl-memo', parsed: new TextDecoder('utf-8', { fatal: true }).decode(data) }
  } catch {
    // Shorter than it says it is.
  }
  return undefined
}

function named(
  program: string,
  parsed: { type: string; info: Record<string, unknown> } | undefined,
): ParsedInstruction | undefined {
  return parsed && { program, parsed }
}
