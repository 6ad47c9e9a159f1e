/**
 * Returns how many decimals of an amount are useful to show: fewer, the more digits are before the point.
 *
 * @param text exact decimal text
 * @example shortDigits('14165.862728600230853314') // 2
 */
export function shortDigits(text: string): number {
  const whole = text.split('.')[0]?.replace(/^0+/, '').length ?? 0
  return whole > 3 ? 2 : whole > 0 ? 4 : 6
}
