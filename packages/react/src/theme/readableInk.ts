/**
 * Returns the text color, near-black or white, with more contrast to a background (WCAG 2 relative luminance). The near-black is dark
 * enough that at least one of them reaches 4.5:1 on every background.
 *
 * @returns undefined if the color is not hexadecimal
 * @example readableInk('#1d4ed8') // '#ffffff'
 */
export function readableInk(background: string): '#050504' | '#ffffff' | undefined {
  const match = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(background.trim())
  const digits = match?.[1]
  if (digits === undefined) return undefined
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  const channel = (at: number) => {
    const value = Number.parseInt(full.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  const luminance = 0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4)
  const onWhite = 1.05 / (luminance + 0.05)
  const onInk = (luminance + 0.05) / (0.0015 + 0.05)
  return onInk >= onWhite ? '#050504' : '#ffffff'
}
