/** A part of a text: visible text, or the code point of an invisible character. */
export type TextPart = { hidden: false; text: string } | { hidden: true; code: string }

// Controls, format and default-ignorable characters (zero width, direction, fillers, tags), private use, line separators, and unusual
// blanks. Plain spaces, tabs and line ends count as visible.
const invisible =
  /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]/u

const lineOrTab = ['\n', '\t', '\r']

// The joiner and the selector behind an emoji are part of its picture.
function isPartOfPicture(character: string, before: string): boolean {
  if (character !== '\u200d' && character !== '\ufe0f') return false
  return before === '\ufe0f' || /\p{Extended_Pictographic}/u.test(before) || /\p{Emoji_Modifier}/u.test(before)
}

/**
 * Splits a text at invisible characters, so that they can be shown by their code.
 *
 * @example splitHiddenCharacters('pay\u200bpal') // 'pay', U+200B, 'pal'
 */
export function splitHiddenCharacters(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let before = ''
  for (const character of text) {
    const last = parts.at(-1)
    const isSeen = lineOrTab.includes(character) || isPartOfPicture(character, before)
    if (!isSeen && invisible.test(character)) {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
      parts.push({ hidden: true, code: `U+${code}` })
    } else if (last?.hidden === false) last.text += character
    else parts.push({ hidden: false, text: character })
    before = character
  }
  return parts
}
