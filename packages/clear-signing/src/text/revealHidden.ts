/** Invisible characters found in a text. */
export type RevealedText = {
  /** The text with each hidden character written out, as `⟨U+202E⟩`. */
  text: string
  /** Each hidden character once, `U+202E`, in the order of their code points. */
  characters: readonly string[]
  count: number
}

// Controls (except line ends and tabs), directions, zero width, blank fillers, tags, line separators, private use and unassigned code
// points.
const hidden =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|[\u17b4\u17b5]|[\u180b-\u180f]|[\u{e0100}-\u{e01ef}]/u
const pictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u

/** Finds characters that hide or reorder a part of a text, except joiners inside emoji. */
export function revealHidden(source: string): RevealedText {
  const points = Array.from(source)
  const characters = new Set<number>()
  let count = 0
  const text = points
    .map((point, index) => {
      if (!hidden.test(point) || point === '\n' || point === '\t') return point
      if (point === '\r' && points[index + 1] === '\n') return point
      const [before, after] = [points[index - 1], points[index + 1]]
      if (point === '\u200d' && before && after && pictograph.test(before) && pictograph.test(after)) return point
      count++
      const code = point.codePointAt(0) ?? 0
      characters.add(code)
      return `⟨${toName(code)}⟩`
    })
    .join('')
  return { text, characters: [...characters].sort((a, b) => a - b).map(toName), count }
}

function toName(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
