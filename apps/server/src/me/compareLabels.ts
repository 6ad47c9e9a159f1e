/**
 * Compares by label: letter case and accents matter last, and numbers compare as numbers. Equal labels are ordered by address.
 *
 * @param language BCP 47, from the browser; an unknown one counts as English
 * @example [{ label: 'Bank 10', … }, { label: 'bank 9', … }].sort(compareLabels('en')) // bank 9, Bank 10
 */
export function compareLabels(language: string) {
  const { compare } = collatorOf(language)
  return (one: { label: string; address: string }, other: { label: string; address: string }): number =>
    compare(one.label, other.label) || (one.address < other.address ? -1 : 1)
}

function collatorOf(language: string): Intl.Collator {
  try {
    return new Intl.Collator(language, { numeric: true })
  } catch {
    return new Intl.Collator('en', { numeric: true })
  }
}
