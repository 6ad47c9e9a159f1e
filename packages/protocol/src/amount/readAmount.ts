/**
 * What an amount field may hold: digits and one point. A decimal comma becomes a point; spaces, and commas that group
 * thousands in front of a point, fall away, because pasted amounts have them.
 *
 * @returns undefined when the text is no beginning of an amount
 * @example readAmount('1 250,5') // '1250.5'
 */
export function readAmount(text: string): string | undefined {
  const dense = text.replace(/[\s\u00a0\u202f_']/g, '')
  const plain = /^\d{1,3}(,\d{3})+\.\d*$/.test(dense) ? dense.replaceAll(',', '') : dense.replace(',', '.')
  return /^\d*\.?\d*$/.test(plain) && plain.length <= 80 ? plain : undefined
}
