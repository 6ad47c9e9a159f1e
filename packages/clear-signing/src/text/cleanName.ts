import { revealHidden } from './revealHidden.ts'

/** Makes a contract's claimed name safe to show: one line, no hidden characters, limited length. */
export function cleanName({ text, limit }: { text: string; limit: number }): string {
  const { text: revealed } = revealHidden(text.slice(0, 500))
  const line = revealed
    .replace(/⟨U\+[0-9A-F]+⟩/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const points = Array.from(line)
  return points.length > limit ? `${points.slice(0, limit - 1).join('')}…` : line
}
