import { fromRpcOperation, InvalidOperation, type UserOperation } from '@latchkey/smart-account'
import type { UnmeasuredOperation } from '../Bundler.ts'
import { OperationRefusal } from '../OperationRefusal.ts'

/** Maximum characters of an operation as JSON: the 128 kB that nodes accept for a transaction, plus other fields. */
const longest = 200_000

/**
 * Parses an operation to submit.
 *
 * @throws OperationRefusal -32602, which names the field
 */
export function readOperation(value: unknown): UserOperation {
  return read(value, {})
}

/** Parses an operation to measure. Gas, fees and signature are optional. @throws OperationRefusal -32602 */
export function readUnmeasuredOperation(value: unknown): UnmeasuredOperation {
  return read(value, { unmeasured: true })
}

function read(value: unknown, options: { unmeasured?: boolean }): UserOperation {
  if ((JSON.stringify(value) ?? '').length > longest) {
    throw new OperationRefusal('invalidParams', `The operation is too large. Limit: ${longest} characters at most`)
  }
  try {
    return fromRpcOperation(value, options)
  } catch (error) {
    if (!(error instanceof InvalidOperation)) throw error
    const [field = ''] = error.message.split(' ')
    throw new OperationRefusal('invalidParams', `The operation is malformed: ${error.message}`, { field })
  }
}
