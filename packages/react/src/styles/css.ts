/**
 * Writes the kit's own units out. `16u` is 16 hundredths of ten master font sizes (16 px by default) and `14r` the same of
 * the master radius, so that an app scales the whole modal with two variables. Never `rem`: the host page owns that.
 *
 * @example css('.row{padding:8u;border-radius:14r}')
 */
export function css(text: string): string {
  return text
    .replace(/(?<![\w#.])(-?\d*\.?\d+)([ur])\b/g, (_, number: string, unit: string) => `calc(var(--${unit})*${number})`)
    .replace(/\s*\n\s*/g, '')
}
