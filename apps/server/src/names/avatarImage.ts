import { readImageSize } from './readImageSize.ts'

/** A picture embedded in an avatar text. */
export type AvatarImage = { contentType: string; bytes: Uint8Array<ArrayBuffer> }

/** Maximum pixels of a side. A file of a few bytes can contain a picture that fills the viewer's memory. */
export const longestAvatarSide = 1_024
/** Maximum pixels of all frames of an animation. */
const mostPoints = 16 * 1_024 * 1_024

const dataUri = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,([A-Za-z0-9+/]+={0,2})$/

/**
 * Reads the embedded picture of an avatar text (ENSIP-12). Accepts only bitmaps: an SVG is a document that can run code, and a remote
 * picture would reveal its viewers to another server. The bytes determine the type, not the text.
 *
 * @returns undefined if the text has none, or one that is too large after decoding
 */
export function readAvatarImage(text: string | undefined): AvatarImage | undefined {
  const [, base64] = dataUri.exec(text ?? '') ?? []
  if (base64 === undefined) return undefined
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
  const size = readImageSize(bytes)
  if (!size || size.longest > longestAvatarSide) return undefined
  if (size.frames > 1 && size.longest ** 2 * size.frames > mostPoints) return undefined
  return { contentType: size.contentType, bytes }
}
