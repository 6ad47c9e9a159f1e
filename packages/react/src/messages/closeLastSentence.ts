/** The end of a sentence that another one follows. */
const inner = /[.!?؟]\s|[。！？](?!$)/
/** The end of a text. */
const end = /[.!?…。！？؟]$/

/**
 * Ends the last sentence of a text that has several, with the period of its last character's script. A text of one sentence stays
 * unchanged, because the specification defines those texts without a full stop.
 *
 * @example closeLastSentence('Token Balance Unavailable') // 'Token Balance Unavailable'
 * @example closeLastSentence('The server is busy. Try again in a moment') // 'The server is busy. Try again in a moment.'
 */
export function closeLastSentence(text: string): string {
  if (end.test(text) || !inner.test(text)) return text
  return text + (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]$/u.test(text) ? '。' : '.')
}
