import { decodePicture } from './decodePicture.ts'

/** Longest sides at which a picture is decoded. A photo of a screen decodes best neither at full size nor very small. */
const sides = [1600, 800, 400]

/**
 * Reads the QR code in an image file.
 *
 * @returns the text of the code; `unreadable` if the file is not a picture, `none` if it contains no code
 */
export async function readImageFile(file: Blob): Promise<{ text: string } | 'unreadable' | 'none'> {
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(file)
  } catch {
    return 'unreadable'
  }
  try {
    const longest = Math.max(bitmap.width, bitmap.height)
    for (const side of new Set(sides.map((one) => Math.min(one, longest)))) {
      const text = await decodePicture(drawn({ source: bitmap, scale: side / longest }))
      if (text !== undefined) return { text }
    }
    return 'none'
  } finally {
    bitmap.close()
  }
}

function drawn({ source, scale }: { source: ImageBitmap; scale: number }): ImageData {
  const [width, height] = [Math.round(source.width * scale) || 1, Math.round(source.height * scale) || 1]
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser draws no pictures')
  // A code with a transparent background would be black on black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(source, 0, 0, width, height)
  return context.getImageData(0, 0, width, height)
}
