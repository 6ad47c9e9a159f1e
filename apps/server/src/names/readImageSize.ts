/** Properties of a bitmap, read from its bytes. */
export type ImageSize = {
  contentType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif'
  /** Longest side of any frame in pixels. */
  longest: number
  /** Number of frames. 1 if it is not animated. */
  frames: number
}

/**
 * Reads the type and the decoded size of a picture without decoding it. Source: PNG and APNG, JFIF, GIF89a, the WebP container, ISO/IEC
 * 23008-12 (AVIF).
 *
 * @returns undefined for other types, or without a size
 */
export function readImageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const found = readPng(view) ?? readGif(view) ?? readJpeg(view) ?? readWebp(view) ?? readAvif(view)
    return found && found.longest > 0 ? found : undefined
  } catch {
    // The file ends before its size.
    return undefined
  }
}

function textAt(view: DataView, at: number, length = 4): string {
  return String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)))
}

function readPng(view: DataView): ImageSize | undefined {
  if (textAt(view, 0, 8) !== '\x89PNG\r\n\x1a\n' || textAt(view, 12) !== 'IHDR') return undefined
  let frames = 1
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at))
    if (textAt(view, at + 4) === 'acTL') frames = Math.max(frames, view.getUint32(at + 8))
  return { contentType: 'image/png', longest: Math.max(view.getUint32(16), view.getUint32(20)), frames }
}

function readGif(view: DataView): ImageSize | undefined {
  if (!/^GIF8[79]a$/.test(textAt(view, 0, 6))) return undefined
  const size = (at: number) => view.getUint16(at, true)
  const colors = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let [longest, frames] = [Math.max(size(6), size(8)), 0]
  let at = 13 + colors(view.getUint8(10))
  const skipBlocks = () => {
    while (at < view.byteLength && view.getUint8(at) !== 0) at += 1 + view.getUint8(at)
    at += 1
  }
  // A truncated frame is not shown.
  while (at + 10 <= view.byteLength) {
    const kind = view.getUint8(at)
    if (kind === 0x21) at += 2
    else if (kind === 0x2c) {
      frames += 1
      longest = Math.max(longest, size(at + 1) + size(at + 5), size(at + 3) + size(at + 7))
      at += 11 + colors(view.getUint8(at + 9))
    } else break
    skipBlocks()
  }
  return { contentType: 'image/gif', longest, frames: Math.max(1, frames) }
}

function readJpeg(view: DataView): ImageSize | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined
  for (let at = 2; ; ) {
    const marker = view.getUint16(at)
    if (marker === 0xffff) at += 1
    else if (marker < 0xffc0 || marker === 0xffda || marker === 0xffd9) return undefined
    else if (marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)]
      // A height of 0 means that it follows after the pixels, which is too late.
      return { contentType: 'image/jpeg', longest: height === 0 ? 0 : Math.max(height, width), frames: 1 }
    } else at += 2 + view.getUint16(at + 2)
  }
}

function readWebp(view: DataView): ImageSize | undefined {
  if (textAt(view, 0) !== 'RIFF' || textAt(view, 8) !== 'WEBP') return undefined
  const three = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000
  let [longest, frames] = [0, 0]
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const [kind, body] = [textAt(view, at), at + 8]
    if (kind === 'VP8X') longest = Math.max(longest, three(body + 4) + 1, three(body + 7) + 1)
    if (kind === 'ANMF') {
      frames += 1
      longest = Math.max(longest, three(body + 6) + 1, three(body + 9) + 1)
    }
    if (kind === 'VP8L') {
      const bits = view.getUint32(body + 1, true)
      longest = Math.max(longest, (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
    }
    if (kind === 'VP8 ')
      longest = Math.max(longest, view.getUint16(body + 6, true) & 0x3fff, view.getUint16(body + 8, true) & 0x3fff)
    const length = view.getUint32(at + 4, true)
    at = body + length + (length % 2)
  }
  return { contentType: 'image/webp', longest, frames: Math.max(1, frames) }
}

/** Boxes `ispe` have the sides, one for each picture. An image sequence (`avis`) is refused. */
function readAvif(view: DataView): ImageSize | undefined {
  if (textAt(view, 4) !== 'ftyp') return undefined
  const brands = Array.from({ length: Math.floor((view.getUint32(0) - 8) / 4) }, (_, index) =>
    textAt(view, 8 + index * 4),
  )
  if (!brands.includes('avif') || brands.includes('avis')) return undefined
  let longest = 0
  const walk = (from: number, to: number) => {
    for (let at = from; at + 8 <= to; ) {
      const [length, kind] = [view.getUint32(at) || to - at, textAt(view, at + 4)]
      // A 64-bit box size, or a size smaller than the header.
      if (length < 8) throw new Error('unknown box')
      const end = Math.min(to, at + length)
      if (kind === 'meta') walk(at + 12, end)
      if (kind === 'iprp' || kind === 'ipco') walk(at + 8, end)
      if (kind === 'ispe') longest = Math.max(longest, view.getUint32(at + 12), view.getUint32(at + 16))
      at = end
    }
  }
  walk(0, view.byteLength)
  return { contentType: 'image/avif', longest, frames: 1 }
}
