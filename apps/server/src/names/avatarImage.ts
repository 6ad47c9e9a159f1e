/** A picture that an avatar text carries by itself. */
export type AvatarImage = { contentType: string; bytes: Uint8Array<ArrayBuffer> }

const dataUri = /^data:(image\/(?:png|jpeg|gif|webp|avif));base64,([A-Za-z0-9+/]+={0,2})$/

/**
 * Reads the picture out of an avatar text (ENSIP-12). Only points: a drawing (SVG) is a document that may do things, and a
 * picture elsewhere would tell that place who looks.
 *
 * @returns undefined when the text carries none
 */
export function readAvatarImage(text: string | undefined): AvatarImage | undefined {
  const [, contentType, base64] = dataUri.exec(text ?? '') ?? []
  if (contentType === undefined || base64 === undefined) return undefined
  return { contentType, bytes: new Uint8Array(Buffer.from(base64, 'base64')) }
}
