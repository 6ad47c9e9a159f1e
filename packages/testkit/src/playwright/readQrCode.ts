import type { Locator } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'

/**
 * Reads a QR code from a page, like a phone's camera.
 *
 * @param options.timeout milliseconds; default 5000
 * @throws Error if no code can be read there in time
 */
export async function readQrCode({ locator, timeout = 5000 }: { locator: Locator; timeout?: number }): Promise<string> {
  const deadline = Date.now() + timeout
  for (;;) {
    try {
      const picture = await locator.screenshot({ timeout })
      const { width, height, rgba } = await readPixels(locator, picture.toString('base64'))
      return decodeQR({ width, height, data: new Uint8Array(Buffer.from(rgba, 'base64')) })
    } catch (cause) {
      // The code may not be drawn yet, or may be fading in.
      if (Date.now() > deadline) throw new Error(`No QR code can be read at ${locator}`, { cause })
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** Reads the pixels of the picture in the browser, which can decode it. */
function readPixels(locator: Locator, picture: string): Promise<{ width: number; height: number; rgba: string }> {
  return locator.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const { width, height, data } = await createImageBitmap(new Blob([bytes], { type: 'image/png' })).then((image) => {
      const canvas = new OffscreenCanvas(image.width, image.height)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('This page cannot draw')
      context.drawImage(image, 0, 0)
      return context.getImageData(0, 0, image.width, image.height)
    })
    const parts: string[] = []
    for (let start = 0; start < data.length; start += 32_768)
      parts.push(String.fromCharCode(...data.subarray(start, start + 32_768)))
    return { width, height, rgba: btoa(parts.join('')) }
  }, picture)
}
