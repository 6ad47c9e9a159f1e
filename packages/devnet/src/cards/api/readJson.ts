import type { IncomingMessage } from 'node:http'

/** No request of ours is longer, in bytes. */
const longest = 65_536

/**
 * Reads the JSON of a request; `{}` for an empty body.
 *
 * @throws Error if it is malformed or too long
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > longest) throw new Error('The body is too long')
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    throw new Error('The body is no JSON')
  }
}
