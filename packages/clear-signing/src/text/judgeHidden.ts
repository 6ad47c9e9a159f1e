import type { Finding } from '../Description.ts'
import type { RevealedText } from './revealHidden.ts'

/** Warns of invisible characters in a text. */
export function judgeHidden({ count, characters }: Pick<RevealedText, 'count' | 'characters'>): readonly Finding[] {
  if (count === 0) return []
  const values = { count: String(count), characters: characters.slice(0, 20).join(' ') }
  return [{ level: 'warn', code: 'hiddenCharacters', values }]
}
