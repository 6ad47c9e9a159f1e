import type { ErrorCode } from '@latchkey/protocol'
import type { ErrorBody } from '@latchkey/protocol/api'
import { errorCatalog, ServiceError } from '@latchkey/protocol/errors'
import type { ReplyHeaders } from './replyHeaders.ts'

/** A rejected request, with one reason per wrong field. */
export class RequestRefusal extends ServiceError {
  readonly reasons: ErrorBody['reasons']

  constructor(code: ErrorCode, reasons: ErrorBody['reasons']) {
    super(code, { field: reasons[0]?.field, message: reasons[0]?.description })
    this.reasons = reasons
  }
}

/** A refusal with a requirement for the next request. The body has it in a separate field, next to the code. */
export class DemandRefusal extends ServiceError {
  readonly demand: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, demand: Readonly<Record<string, unknown>>) {
    super(code)
    this.demand = demand
  }
}

/** Field of codes that concern a layer instead of a field of the request. */
const layers: Partial<Record<ErrorCode, string>> = {
  project_missing: 'authentication',
  project_unknown: 'authentication',
  origin_not_allowed: 'origin',
  rpc_method_not_allowed: 'method',
  not_found: 'path',
  method_not_allowed: 'method',
  payload_too_large: 'body',
  unsupported_media_type: 'content-type',
  invalid_body: 'body',
  rate_limited: 'rate_limited',
  upstream_unavailable: 'transport',
}

/** A refusal as sent over HTTP. */
export type ErrorReply = { status: number; body: ErrorBody & Record<string, unknown>; headers: ReplyHeaders }

/**
 * Converts any thrown value to a reply. Errors without an HTTP status in the catalog, and unknown values, are internal. Their text stays in
 * the log, because it can contain details that the caller must not see.
 */
export function toErrorReply(error: unknown): ErrorReply {
  const known = error instanceof ServiceError ? error : undefined
  const entry: { status?: number; message: string } | undefined = known && errorCatalog[known.code]
  if (!known || entry?.status === undefined) {
    const { status, message } = errorCatalog.internal
    return { status, headers: {}, body: body('internal', [{ field: 'server', description: message }]) }
  }
  const reasons =
    known instanceof RequestRefusal
      ? known.reasons
      : [{ field: known.field ?? layers[known.code] ?? 'request', description: known.message }]
  return {
    status: entry.status,
    headers: known.retryAfter === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(known.retryAfter))) },
    body: { ...body(known.code, reasons), ...(known instanceof DemandRefusal ? known.demand : {}) },
  }
}

function body(code: string, reasons: ErrorBody['reasons']): ErrorBody {
  return { status: 'FAILED', code, reasons }
}
