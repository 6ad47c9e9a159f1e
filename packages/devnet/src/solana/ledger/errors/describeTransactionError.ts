import { instructionErrors, type TransactionError, transactionErrors } from './TransactionError.ts'

/** The sentence that a cluster gives with an error. */
export function describeTransactionError(error: TransactionError): string {
  if (typeof error === 'string') return transactionErrors.find(([name]) => name === error)?.[1] ?? error
  if ('InstructionError' in error) {
    const [index, inner] = error.InstructionError
    return `Error processing Instruction ${index}: ${describeInstructionError(inner)}`
  }
  if ('DuplicateInstruction' in error)
    return `Transaction contains a duplicate instruction (${error.DuplicateInstruction}) that is not allowed`
  if ('InsufficientFundsForRent' in error)
    return `Transaction results in an account (${error.InsufficientFundsForRent.account_index}) with insufficient funds for rent`
  const { account_index } = error.ProgramExecutionTemporarilyRestricted
  return `Execution of the program referenced by account at index ${account_index} is temporarily restricted.`
}

function describeInstructionError(
  error: Extract<TransactionError, { InstructionError: unknown }>['InstructionError'][1],
) {
  if (typeof error === 'string') return instructionErrors.find(([name]) => name === error)?.[1] ?? error
  if ('Custom' in error) return `custom program error: 0x${error.Custom.toString(16)}`
  return `Failed to serialize or deserialize account data: ${error.BorshIoError}`
}
