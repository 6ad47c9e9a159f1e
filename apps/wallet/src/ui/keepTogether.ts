/** The text with no place to break a line after a dash or an ellipsis: an address in a sentence stays in one piece where it fits. */
export function keepTogether(text: string): string {
  return text.replace(/[-…]/g, '$&\u2060')
}
