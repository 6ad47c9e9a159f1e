import type { ErrorCode } from '@latchkey/protocol'
import type { Endpoint, EndpointInput } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { describeIssue } from './describeIssue.ts'
import { RequestRefusal } from './errorReply.ts'

type Issue = { path: readonly PropertyKey[]; message: string }

/** The most specific code for an invalid field. */
const codeOfField: Readonly<Record<string, ErrorCode>> = {
  address: 'malformed_address',
  chainId: 'unsupported_chain',
  currency: 'unsupported_currency',
  cursor: 'malformed_cursor',
}

/**
 * Validates the input of a request with the endpoint's schemas. Drops fields that the schemas do not name.
 *
 * @throws RequestRefusal 400 for a malformed path or query, 422 for a body of the wrong shape
 */
export function readInput<E extends Endpoint>({
  endpoint,
  params,
  query,
  body,
}: {
  endpoint: E
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
}): EndpointInput<E> {
  return {
    params: read(endpoint.params, params, refusePlace),
    query: read(endpoint.query, query, refusePlace),
    body: read(endpoint.body, body, refuseBody),
  } as EndpointInput<E>
}

function read(schema: Endpoint['body'], value: unknown, refuse: (issues: readonly Issue[]) => never): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value, { error: describeIssue })
  return result.success ? result.data : refuse(result.error.issues)
}

function toReasons(issues: readonly Issue[]) {
  return issues.map(({ path, message }) => ({ field: path.map(String).join('.') || 'body', description: message }))
}

function refusePlace(issues: readonly Issue[]): never {
  const code = codeOfField[String(issues[0]?.path[0])] ?? 'malformed_request'
  throw new RequestRefusal(code, toReasons(issues))
}

function refuseBody(issues: readonly Issue[]): never {
  const isCurrency = issues.every(({ path }) => path[0] === 'currency')
  throw new RequestRefusal(isCurrency ? 'unsupported_currency' : 'invalid_body', toReasons(issues))
}

/**
 * Reads a body as JSON.
 *
 * @throws LatchkeyError `unsupported_media_type`, `malformed_request`
 */
export function parseJsonBody({ text, contentType }: { text: string; contentType: string | undefined }): unknown {
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  // Plain text needs no preflight, and a readable body without a type is acceptable.
  if (type && type !== 'application/json' && type !== 'text/plain' && !type.endsWith('+json')) {
    throw new ServiceError('unsupported_media_type', {
      field: 'content-type',
      message: `The body must be application/json, not ${type.slice(0, 100)}`,
    })
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new ServiceError('malformed_request', { field: 'body', message: 'The body is not JSON' })
  }
}
