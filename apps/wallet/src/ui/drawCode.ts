import encodeQR from 'qr'

/** A QR code as one path. */
export type DrawnCode = {
  /** Squares on each side. */
  size: number
  /** The dark squares as an SVG path. */
  squares: string
}

/** Draws a text as a QR code; its quiet zone is the padding around it. */
export function drawCode(text: string): DrawnCode {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: rows.length, squares: squares.join('') }
}
