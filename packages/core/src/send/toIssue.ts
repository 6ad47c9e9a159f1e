import type { ErrorCode } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { SendIssue } from './SendFeature.ts'

/** Makes an issue with the catalogue's sentence, or a nearer one. */
export function toIssue(field: SendIssue['field'], code: ErrorCode, message?: string): SendIssue {
  return { field, code, message: new ServiceError(code, { message }).message }
}
