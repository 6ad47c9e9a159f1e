import { LatchkeyError } from '@latchkey/protocol'

/**
 * Reads a request's body as text, at most so many bytes of it.
 *
 * @throws LatchkeyError `payload_too_large`
 */
export async function readBody({ request, maxBytes }: { request: Request; maxBytes: number }): Promise<string> {
  const refuse = () =>
    new LatchkeyError('payload_too_large', { message: `The request is larger than ${maxBytes} bytes`, field: 'body' })
  const announced = request.headers.get('content-length')
  if (announced !== null) {
    if (Number(announced) > maxBytes) throw refuse()
    return request.text()
  }
  // Sent in chunks: nobody said how large it is.
  const reader = request.body?.getReader()
  if (!reader) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength
    if (size > maxBytes) {
      await reader.cancel()
      throw refuse()
    }
    chunks.push(part.value)
  }
  return Buffer.concat(chunks).toString('utf8')
}
