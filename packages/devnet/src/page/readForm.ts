import type { IncomingMessage } from 'node:http'

/** No form of ours is longer, in bytes. */
const longest = 16_384

/** The fields of a posted form. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > longest) throw new Error('The form is too long')
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
