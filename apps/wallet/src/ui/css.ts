/**
 * Writes the wallet's own units out, which are the kit's: `16u` is 16 hundredths of ten master font sizes (16 px) and `14r` the
 * same of the master radius, so that a card stands beside the kit's views as one of them.
 *
 * @example css('.row{padding:8u;border-radius:14r}')
 */
export function css(text: string): string {
  return text
    .replace(/(?<![\w#.])(-?\d*\.?\d+)([ur])\b/g, (_, number: string, unit: string) => `calc(var(--${unit})*${number})`)
    .replace(/\s*\n\s*/g, '')
}
