/**
 * Reads a stream as UTF-8 text, at most so many bytes of it.
 *
 * @returns the text; undefined when there is more, and the rest is then left unread
 */
export async function readText({
  stream,
  maxBytes,
  onSize = () => {},
}: {
  stream: ReadableStream<Uint8Array> | null
  maxBytes: number
  /** Told the size so far with each piece; what it throws ends the reading. */
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
