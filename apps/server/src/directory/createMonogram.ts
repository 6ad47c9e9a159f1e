import { createHash } from 'node:crypto'
import { drawTile } from './drawTile.ts'

/**
 * Draws a neutral icon: one or two letters on a tile. Its colors derive from the seed, or from a color of the wallet. White on it has a
 * contrast of at least 4.5.
 *
 * @param options.seed the same seed gives the same colors
 * @param options.label text whose first letters or digits are shown; without any, a mark is drawn
 * @param options.tint `#rrggbb`, replaces the seed's colors; darkened if white is not readable on it
 * @returns an SVG document that contains only letters, digits and a currency sign of the label
 * @example createMonogram({ seed: 'eip155:1', label: 'Ethereum' })
 */
export function createMonogram({
  seed,
  label,
  tint,
}: {
  seed: string
  label: string
  tint?: string | null | undefined
}): string {
  const { from, to } = tint ? tonesOf(tint) : tonesFrom(seed)
  const letters = initialsOf(label)
  const mark = letters
    ? `<text x="32" y="32" fill="#fff" font-family="system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif" font-size="${[...letters].length === 1 ? 32 : 26}" font-weight="600" text-anchor="middle" dominant-baseline="central">${letters}</text>`
    : '<circle cx="32" cy="32" r="11" fill="none" stroke="#fff" stroke-width="5"/>'
  return drawTile({ from, to, mark })
}

function tonesFrom(seed: string): { from: string; to: string } {
  const digest = createHash('sha256').update(seed).digest()
  // From green over blue and violet to red. The hues in between turn to olive and brown once white is readable on them.
  const hue = 155 + ((((digest[0] ?? 0) << 8) | (digest[1] ?? 0)) % 215)
  const shift = 20 + ((digest[2] ?? 0) % 25)
  return {
    from: toneFor({ hue: hue % 360, saturation: 70, contrast: 4.5 }),
    to: toneFor({ hue: (hue - shift) % 360, saturation: 75, contrast: 7 }),
  }
}

function tonesOf(tint: string): { from: string; to: string } {
  const { hue, saturation, lightness } = toHsl(tint)
  const from = toneFor({ hue, saturation, contrast: 4.5, lightness })
  return { from, to: toneFor({ hue, saturation, contrast: 4.5, lightness: Math.round(toHsl(from).lightness * 0.72) }) }
}

/** Returns the first letters of up to two words. Only letters, digits and currency signs pass, so nothing needs escaping. */
function initialsOf(label: string): string {
  const words = label.slice(0, 64).match(/[\p{L}\p{N}]+|\p{Sc}/gu) ?? []
  const [first, second] = words.map((word) => [...word][0] ?? '')
  if (!first) return ''
  const isShort = words.length === 1 && /^[A-Z0-9]{2}$/.test(words[0] ?? '')
  return (isShort ? (words[0] ?? '') : `${first}${second ?? ''}`).toUpperCase().slice(0, 4)
}

/** Returns the lightest color of the hue, at most `lightness`, on which white still has the contrast. */
function toneFor({
  hue,
  saturation,
  contrast,
  lightness: lightest = 60,
}: {
  hue: number
  saturation: number
  contrast: number
  lightness?: number
}): string {
  for (let lightness = lightest; lightness > 10; lightness -= 1) {
    const rgb = toRgb({ hue, saturation: saturation / 100, lightness: lightness / 100 })
    if (1.05 / (luminance(rgb) + 0.05) >= contrast) return toHex(rgb)
  }
  return '#1c1c24'
}

function toHex(rgb: readonly number[]): string {
  return `#${rgb
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Hue in degrees, saturation and lightness in percent. */
function toHsl(colour: string): { hue: number; saturation: number; lightness: number } {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255,
  )
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  const lightness = most - range / 2
  const saturation = range === 0 ? 0 : range / (1 - Math.abs(2 * lightness - 1))
  const sixth =
    range === 0
      ? 0
      : most === red
        ? ((green - blue) / range + 6) % 6
        : most === green
          ? (blue - red) / range + 2
          : (red - green) / range + 4
  return { hue: sixth * 60, saturation: saturation * 100, lightness: Math.round(lightness * 100) }
}

function toRgb({ hue, saturation, lightness }: { hue: number; saturation: number; lightness: number }): number[] {
  const amplitude = saturation * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map((offset) => {
    const position = (offset + hue / 30) % 12
    return lightness - amplitude * Math.max(-1, Math.min(position - 3, 9 - position, 1))
  })
}

/** Relative luminance, WCAG 2. */
function luminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
