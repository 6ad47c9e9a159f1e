/**
 * Replaces the kit's own units. `16u` is 16 hundredths of ten master font sizes (16 px by default), and `14r` is the same for the master
 * radius. An app can therefore scale the whole modal with two variables. Styles never use `rem`, because the page controls it.
 *
 * @example css('.row{padding:8u;border-radius:14r}')
 */
export function css(text: string): string {
  return text
    .replace(/(?<![\w#.])(-?\d*\.?\d+)([ur])\b/g, (_, number: string, unit: string) => `calc(var(--${unit})*${number})`)
    .replace(/\s*\n\s*/g, '')
}
