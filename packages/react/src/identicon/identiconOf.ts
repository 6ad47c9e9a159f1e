/** A deterministic picture: a background and three shapes. */
export type IdenticonShapes = { background: string; shapes: readonly { color: string; path: string }[] }

/**
 * Draws an address as overlapping discs in neighboring hues. The same address gives the same picture in any letter case. The picture
 * helps to recognize an account, never to verify one.
 */
export function identiconOf(address: string): IdenticonShapes {
  const random = sequence(address.toLowerCase())
  const hue = Math.floor(random() * 360)
  const turn = (random() < 0.5 ? 1 : -1) * (24 + random() * 26)
  const start = random() * Math.PI * 2
  const disc = (angle: number, away: number, radius: number) => {
    const [x, y] = [20 + Math.cos(angle) * away, 20 + Math.sin(angle) * away]
    const [left, right, at, size] = [x - radius, x + radius, y, radius].map((value) => Math.round(value * 10) / 10)
    return `M${left} ${at}A${size} ${size} 0 1 0 ${right} ${at}A${size} ${size} 0 1 0 ${left} ${at}Z`
  }
  const color = (steps: number, saturation: number, lightness: number) =>
    `hsl(${(Math.round(hue + turn * steps) + 720) % 360} ${saturation}% ${lightness}%)`
  return {
    background: color(0, 52, 46),
    shapes: [
      { color: color(0.7, 58, 56), path: disc(start, 8 + random() * 4, 17 + random() * 3) },
      { color: color(1.5, 66, 67), path: disc(start + 0.3 + random() * 0.5, 13 + random() * 4, 13 + random() * 3) },
      { color: color(2.3, 78, 81), path: disc(start + 0.5 + random() * 0.9, 19 + random() * 3, 8 + random() * 3) },
    ],
  }
}

// FNV-1a as the seed of a xorshift: small, and well distributed for addresses that differ in one character.
function sequence(text: string): () => number {
  let state = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  }
  state = state === 0 ? 1 : state
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 0x100000000
  }
}
