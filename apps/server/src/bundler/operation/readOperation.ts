import { fromRpcOperation, InvalidOperation, type UserOperation } from '@latchkey/smart-account'
import type { UnmeasuredOperation } from '../Bundler.ts'
import { OperationRefusal } from '../OperationRefusal.ts'

/** Characters of an operation as JSON, at most: what a transaction's node takes, 128 kB, with room for others. */
const longest = 200_000

/**
 * Reads an operation that is to be sent.
 *
 * @throws OperationRefusal -32602, which names the field
 */
export function readOperation(value: unknown): UserOperation {
  return read(value, {})
}

/** Reads an operation that is to be measured: gas, fees and signature may be left out. @throws OperationRefusal -32602 */
export function readUnmeasuredOperation(value: unknown): UnmeasuredOperation {
  return read(value, { unmeasured: true })
}

function read(value: unknown, options: { unmeasured?: boolean }): UserOperation {
  if ((JSON.stringify(value) ?? '').length > longest) {
    throw new OperationRefusal('invalidParams', `The operation is too large: ${longest} characters at most`)
  }
  try {
    return fromRpcOperation(value, options)
  } catch (error) {
    if (!(error instanceof InvalidOperation)) throw error
    const [field = ''] = error.message.split(' ')
    throw new OperationRefusal('invalidParams', `The operation is malformed: ${error.message}`, { field })
  }
}
