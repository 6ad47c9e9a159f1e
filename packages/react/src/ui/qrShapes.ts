import encodeQR from 'qr'

/** A QR code as shapes: finder corners, and the dots between them. */
export type QrShapes = { size: number; finders: readonly { x: number; y: number }[]; dots: string }

const finderSize = 7

/** From this length on, more redundancy would make the dots too small for a camera. */
const longText = 100

/**
 * Encodes a text with a redundancy of a quarter, a long text with a seventh. Leaves a round hole in the middle for a picture: the missing
 * dots stay far below the number that the redundancy can restore.
 *
 * @param holeShare diameter of the hole as a share of the code's width
 */
export function qrShapes({ text, holeShare = 0.25 }: { text: string; holeShare?: number }): QrShapes {
  // The encoder requires a border. The quiet zone here is the padding around the drawing.
  const bordered = encodeQR(text, 'raw', { ecc: text.length < longText ? 'quartile' : 'medium', border: 1 })
  const modules = bordered.slice(1, -1).map((row) => row.slice(1, -1))
  const size = modules.length
  const middle = (size - 1) / 2
  const hole = (size * holeShare) / 2 + 0.3
  const isFinder = (x: number, y: number) => {
    const left = x < finderSize
    const top = y < finderSize
    return (left && top) || (x >= size - finderSize && top) || (left && y >= size - finderSize)
  }
  let dots = ''
  for (const [y, row] of modules.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (!isDark || isFinder(x, y) || Math.hypot(x - middle, y - middle) < hole) continue
      dots += `M${x + 0.5} ${y + 0.5}h0`
    }
  }
  const far = size - finderSize
  return {
    size,
    finders: [
      { x: 0, y: 0 },
      { x: far, y: 0 },
      { x: 0, y: far },
    ],
    dots,
  }
}
