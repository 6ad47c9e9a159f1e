import type { ErrorCode } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { OnrampIssue } from './OnrampFeature.ts'

/** Makes an issue with the catalogue's sentence, or a nearer one. */
export function toOnrampIssue(field: OnrampIssue['field'], code: ErrorCode, message?: string): OnrampIssue {
  return { field, code, message: new ServiceError(code, { message }).message }
}
