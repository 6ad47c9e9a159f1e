/** Prevents line breaks after a dash or an ellipsis, so that an address in a sentence stays in one piece if it fits. */
export function keepTogether(text: string): string {
  return text.replace(/[-…]/g, '$&\u2060')
}
