import { readText } from '../platform/http/readText.ts'
import { UpstreamFailure } from './UpstreamFailure.ts'

/**
 * Sends one HTTP request to an upstream.
 *
 * @param options.body body of a POST; without it the request is a GET
 * @param options.timeout milliseconds
 * @returns the response; `text` is undefined if it is larger than `maxBytes`
 * @throws UpstreamFailure if it is unreachable, late, limits us or fails
 */
export async function requestUpstream({
  url,
  body,
  timeout,
  maxBytes,
  signal,
}: {
  url: string
  body?: { type: string; text: string } | undefined
  timeout: number
  maxBytes: number
  signal?: AbortSignal | undefined
}): Promise<{ status: number; text: string | undefined }> {
  const deadline = AbortSignal.timeout(timeout)
  let status: number
  let text: string | undefined
  try {
    const response = await fetch(url, {
      ...(body ? { method: 'POST', headers: { 'content-type': body.type }, body: body.text } : {}),
      // A redirect could lead anywhere, including the private network.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    })
    status = response.status
    text = await readText({ stream: response.body, maxBytes })
  } catch (error) {
    if (deadline.aborted) throw new UpstreamFailure('timeout', `No answer within ${timeout} ms`)
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new UpstreamFailure('unreachable', cause instanceof Error ? cause.message : String(cause))
  }
  if (status === 429) throw new UpstreamFailure('limited', 'HTTP 429')
  if (status >= 500) throw new UpstreamFailure('server-error', `HTTP ${status}`)
  return { status, text }
}
