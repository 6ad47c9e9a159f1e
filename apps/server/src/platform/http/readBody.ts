import { ServiceError } from '@latchkey/protocol/errors'
import { readText } from './readText.ts'

/**
 * Reads a request's body as text, at most so many bytes of it.
 *
 * @throws LatchkeyError `payload_too_large`
 */
export async function readBody({ request, maxBytes }: { request: Request; maxBytes: number }): Promise<string> {
  const announced = request.headers.get('content-length')
  if (announced === null || Number(announced) <= maxBytes) {
    // Sent in chunks, nobody said how large it is.
    const text = announced === null ? await readText({ stream: request.body, maxBytes }) : await request.text()
    if (text !== undefined) return text
  }
  throw new ServiceError('payload_too_large', {
    message: `The request is larger than ${maxBytes} bytes`,
    field: 'body',
  })
}
