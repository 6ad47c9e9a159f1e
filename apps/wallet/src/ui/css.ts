/**
 * Expands the units that the wallet shares with the kit. `16u` is 16 hundredths of ten master font sizes (16 px), and `14r` the same
 * of the master radius. So a card matches the kit's views beside it.
 *
 * @example css('.row{padding:8u;border-radius:14r}')
 */
export function css(text: string): string {
  return text
    .replace(/(?<![\w#.])(-?\d*\.?\d+)([ur])\b/g, (_, number: string, unit: string) => `calc(var(--${unit})*${number})`)
    .replace(/\s*\n\s*/g, '')
}
