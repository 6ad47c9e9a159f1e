import type { Finding } from '../Description.ts'
import type { RevealedText } from './revealHidden.ts'

/** Warns of the characters of a text that are not seen when it is shown. */
export function judgeHidden({ count, characters }: Pick<RevealedText, 'count' | 'characters'>): readonly Finding[] {
  if (count === 0) return []
  const values = { count: String(count), characters: characters.slice(0, 20).join(' ') }
  return [{ level: 'warn', code: 'hiddenCharacters', values }]
}
