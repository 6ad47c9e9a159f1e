/** A deterministic picture: one ground and three shapes. */
export type IdenticonShapes = { background: string; shapes: readonly { color: string; path: string }[] }

/**
 * Draws an address as overlapping discs in neighbouring hues. The same address in any letter case gives the same picture;
 * it helps to recognise an account, never to verify one.
 */
export function identiconOf(address: string): IdenticonShapes {
  const random = sequence(address.toLowerCase())
  const hue = Math.floor(random() * 360)
  const turn = 28 + random() * 44
  const disc = (spread: number, least: number, most: number) => {
    const angle = random() * Math.PI * 2
    const [x, y] = [20 + Math.cos(angle) * spread, 20 + Math.sin(angle) * spread]
    const radius = least + random() * (most - least)
    const [left, right, at] = [x - radius, x + radius, y].map((value) => Math.round(value * 10) / 10)
    const size = Math.round(radius * 10) / 10
    return `M${left} ${at}A${size} ${size} 0 1 0 ${right} ${at}A${size} ${size} 0 1 0 ${left} ${at}Z`
  }
  return {
    background: `hsl(${hue} 62% 58%)`,
    shapes: [
      { color: `hsl(${Math.round(hue + turn) % 360} 70% 66%)`, path: disc(15, 16, 21) },
      { color: `hsl(${Math.round(hue + 360 - turn * 1.4) % 360} 58% 42%)`, path: disc(19, 12, 17) },
      { color: `hsl(${Math.round(hue + turn * 2) % 360} 84% 82%)`, path: disc(11, 4, 7) },
    ],
  }
}

// FNV-1a as the seed of a xorshift: small, and spreads well over addresses that differ in one character.
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
