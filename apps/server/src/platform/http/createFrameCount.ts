/** Follows the bytes of one WebSocket, and counts the bytes that an incomplete message occupies. */
export type FrameCount = {
  /** Processes received bytes. @returns bytes of memory that the incomplete message occupies, 0 between messages */
  take: (chunk: Uint8Array) => number
}

/** Overhead of each chunk of an incomplete message. Senders choose the size of their chunks. */
const bytesPerPiece = 256

/**
 * Creates the counter of one socket, which must see every byte after the handshake. A chunk that ends one message and begins another counts
 * as a whole, because it stays in memory as a whole. The counter does not reject frames that violate the protocol. Source: RFC 6455 section
 * 5.2.
 */
export function createFrameCount(): FrameCount {
  const header = new Uint8Array(14)
  /** Received bytes of the header. */
  let seen = 0
  /** Remaining bytes of the frame's payload. */
  let left = 0
  let inPayload = false
  let endsMessage = false
  /** True after a first frame that was not the last one of its message. */
  let inMessage = false
  let held = 0

  const readHeader = (bytes: Uint8Array, at: number) => {
    const first = bytes[at] ?? 0
    left = readLength(bytes, at)
    const isControl = (first & 0x08) !== 0
    const isLast = (first & 0x80) !== 0
    // Control frames can occur between the frames of a message.
    endsMessage = isControl ? !inMessage : isLast
    if (!isControl) inMessage = !isLast
    inPayload = true
  }

  return {
    take: (chunk) => {
      let begins = false
      let frames = 0
      let at = 0
      while (at < chunk.length || (inPayload && left === 0)) {
        if (!inPayload) {
          const length = seen === 0 && chunk.length - at >= 2 ? headerLength(chunk[at + 1]) : undefined
          if (length !== undefined && chunk.length - at >= length) {
            readHeader(chunk, at)
            at += length
            seen = length
            continue
          }
          // The header can arrive in several chunks.
          const wanted = seen < 2 ? 2 : headerLength(header[1])
          const end = Math.min(chunk.length, at + wanted - seen)
          while (at < end) header[seen++] = chunk[at++] as number
          if (seen >= 2 && seen === headerLength(header[1])) readHeader(header, 0)
          continue
        }
        const part = Math.min(left, chunk.length - at)
        at += part
        left -= part
        if (left > 0) continue
        inPayload = false
        seen = 0
        frames += 1
        if (endsMessage) {
          begins = true
          frames = 0
        }
      }
      const isBetween = !inPayload && seen === 0 && !inMessage
      held = isBetween ? 0 : (begins ? 0 : held) + chunk.length + bytesPerPiece * (1 + frames)
      return held
    },
  }
}

/** Returns the length of a frame's header in bytes, from its second byte. */
function headerLength(second = 0): number {
  const length = second & 0x7f
  return 2 + (length === 126 ? 2 : length === 127 ? 8 : 0) + (second & 0x80 ? 4 : 0)
}

function readLength(bytes: Uint8Array, at: number): number {
  const length = (bytes[at + 1] ?? 0) & 0x7f
  if (length < 126) return length
  let value = 0
  for (let index = 2; index < (length === 126 ? 4 : 10); index += 1) value = value * 256 + (bytes[at + index] ?? 0)
  return value
}
