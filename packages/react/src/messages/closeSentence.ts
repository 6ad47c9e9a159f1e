/**
 * Ends a sentence as the language of its last character does; one that is ended already stays as it is.
 *
 * @example closeSentence('The network cannot be reached') // 'The network cannot be reached.'
 */
export function closeSentence(text: string): string {
  if (/[.!?…。！？؟]$/.test(text)) return text
  return text + (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]$/u.test(text) ? '。' : '.')
}
