import type { ErrorCode } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { OnrampIssue } from './OnrampFeature.ts'

/** Creates an issue with the sentence of the error catalog, or a more specific one. */
export function toOnrampIssue(field: OnrampIssue['field'], code: ErrorCode, message?: string): OnrampIssue {
  return { field, code, message: new ServiceError(code, { message }).message }
}
