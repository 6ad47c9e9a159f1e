import { readImageSize } from './readImageSize.ts'

/** A picture that an avatar text carries by itself. */
export type AvatarImage = { contentType: string; bytes: Uint8Array<ArrayBuffer> }

/** Points of a side at most. A few bytes may be a picture that fills the memory of whoever looks at it. */
export const longestAvatarSide = 1_024
/** Points of all pictures of one that moves, at most. */
const mostPoints = 16 * 1_024 * 1_024

const dataUri = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,([A-Za-z0-9+/]+={0,2})$/

/**
 * Reads the picture out of an avatar text (ENSIP-12). Only points: a drawing (SVG) is a document that may do things, and a
 * picture elsewhere would tell that place who looks. What it is its bytes say, not the text.
 *
 * @returns undefined when the text carries none, or one that becomes too large where it is shown
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
