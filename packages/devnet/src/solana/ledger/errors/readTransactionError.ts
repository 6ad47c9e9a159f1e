import type { FailedTransactionMetadata } from 'litesvm'
import { instructionErrors, type TransactionError, transactionErrors } from './TransactionError.ts'

type Raw = ReturnType<FailedTransactionMetadata['err']>

/** Converts an error of litesvm (a number or an object) to the JSON-RPC's form. */
export function readTransactionError(raw: Raw): TransactionError {
  if (typeof raw === 'number') return transactionErrors[raw]?.[0] ?? 'SanitizeFailure'
  if ('err' in raw) return { InstructionError: [raw.index, readInstructionError(raw.err())] }
  if ('accountIndex' in raw) {
    const restricted = raw.constructor.name.includes('Restricted')
    const account = { account_index: raw.accountIndex }
    return restricted ? { ProgramExecutionTemporarilyRestricted: account } : { InsufficientFundsForRent: account }
  }
  return { DuplicateInstruction: raw.index }
}

type RawInstructionError = ReturnType<Extract<Raw, { err: unknown }>['err']>

function readInstructionError(raw: RawInstructionError) {
  if (typeof raw === 'number') return instructionErrors[raw]?.[0] ?? 'GenericError'
  if ('code' in raw) return { Custom: raw.code }
  return { BorshIoError: raw.msg }
}
