/** Pixels as a canvas gives them. */
export type Picture = { width: number; height: number; data: Uint8ClampedArray }

/** Reads the QR code in a picture; undefined where there is none. The reader is loaded when it is first needed. */
export async function decodePicture(picture: Picture): Promise<string | undefined> {
  const { default: decodeQR } = await import('qr/decode.js')
  try {
    return decodeQR(picture)
  } catch {
    return undefined
  }
}
