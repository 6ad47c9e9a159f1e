/** Follows the bytes of one WebSocket, and knows how many are kept because their message is not whole yet. */
export type FrameCount = {
  /** Takes what came in. @returns bytes of memory that an unfinished message keeps after it, 0 between messages */
  take: (chunk: Uint8Array) => number
}

/** What each piece of an unfinished message costs beside its bytes: senders choose how small their pieces are. */
const bytesPerPiece = 256

/**
 * Creates the count of one socket, which must see every byte from the end of the handshake on. A piece that ends one message and begins another
 * counts as a whole, as it is kept as a whole. Frames that break the protocol are somebody else's to refuse. Source: RFC 6455 section 5.2.
 */
export function createFrameCount(): FrameCount {
  const header = new Uint8Array(14)
  /** Bytes of the header that are there. */
  let seen = 0
  /** Bytes of the frame's payload that are still to come. */
  let left = 0
  let inPayload = false
  let endsMessage = false
  /** The message has begun, with a frame that was not its last. */
  let inMessage = false
  let held = 0

  const readHeader = (bytes: Uint8Array, at: number) => {
    const first = bytes[at] ?? 0
    left = readLength(bytes, at)
    const isControl = (first & 0x08) !== 0
    const isLast = (first & 0x80) !== 0
    // A control frame may stand between the frames of a message.
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
          // The header itself comes in pieces.
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

/** Bytes of a frame's header, by its second byte. */
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
