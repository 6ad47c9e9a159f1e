import type { ErrorCode } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { SendIssue } from './SendFeature.ts'

/** Creates an issue with the sentence of the error catalog, or a more specific one. */
export function toIssue(field: SendIssue['field'], code: ErrorCode, message?: string): SendIssue {
  return { field, code, message: new ServiceError(code, { message }).message }
}
