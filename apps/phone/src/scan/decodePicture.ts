/** Pixels in the format of a canvas. */
export type Picture = { width: number; height: number; data: Uint8ClampedArray }

/** Reads the QR code in a picture; undefined without one. Loads the decoder on first use. */
export async function decodePicture(picture: Picture): Promise<string | undefined> {
  const { default: decodeQR } = await import('qr/decode.js')
  try {
    return decodeQR(picture)
  } catch {
    return undefined
  }
}
