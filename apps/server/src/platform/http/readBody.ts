import { ServiceError } from '@latchkey/protocol/errors'
import { readText } from './readText.ts'
import type { RouteCall } from './registerRoute.ts'

/** Smaller bodies count with their announced length, which is cheaper than the received bytes. */
const smallBytes = 65_536

/**
 * Reads a request's body as text, up to `maxBytes`. Admit the request first, because the bytes count against its address and the total.
 *
 * @throws LatchkeyError `payload_too_large`; `malformed_request` if the body breaks off; `rate_limited` and `server_busy` if there are too
 * many incomplete bodies
 */
export async function readBody({
  call: { request, receive },
  maxBytes,
}: {
  call: Pick<RouteCall, 'request' | 'receive'>
  maxBytes: number
}): Promise<string> {
  const header = request.headers.get('content-length')
  const announced = header === null ? undefined : Number(header)
  if (announced !== undefined && !(announced <= maxBytes)) throw tooLarge(maxBytes)
  let refuse: (error: ServiceError) => void = () => {}
  const evicted = new Promise<never>((_, reject) => {
    refuse = reject
  })
  evicted.catch(() => {})
  const busy = () => new ServiceError('server_busy', { retryAfter: 5 })
  const holding = receive(() => refuse(busy()))
  const hold = (bytes: number) => {
    if (holding.hold(bytes)) return
    throw new ServiceError('rate_limited', { message: 'This address is already sending too much data', retryAfter: 5 })
  }
  const read = async () => {
    if (announced !== undefined && announced <= smallBytes) {
      hold(announced)
      return request.text()
    }
    return readText({ stream: request.body, maxBytes, onSize: hold })
  }
  try {
    const text = await Promise.race([read(), evicted])
    if (text === undefined) throw tooLarge(maxBytes)
    return text
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw new ServiceError('malformed_request', { field: 'body', message: 'The body broke off', cause: error })
  } finally {
    holding.close()
  }
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('payload_too_large', {
    message: `The request is larger than ${maxBytes} bytes`,
    field: 'body',
  })
}
