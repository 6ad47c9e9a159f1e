/**
 * Reads a stream as UTF-8 text, up to `maxBytes`.
 *
 * @returns the text; undefined if there are more bytes, which stay unread
 */
export async function readText({
  stream,
  maxBytes,
  onSize = () => {},
}: {
  stream: ReadableStream<Uint8Array> | null
  maxBytes: number
  /** Called with the total size after each piece. If it throws, the reading ends. */
  onSize?: (size: number) => void
}): Promise<string | undefined> {
  const reader = stream?.getReader()
  if (!reader) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength
    if (size > maxBytes) {
      await reader.cancel()
      return undefined
    }
    try {
      onSize(size)
    } catch (error) {
      await reader.cancel()
      throw error
    }
    chunks.push(part.value)
  }
  return Buffer.concat(chunks).toString('utf8')
}
