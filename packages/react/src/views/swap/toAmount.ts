import type { Format } from '../../format/createFormat.ts'

/**
 * Formats an amount with its symbol, with every digit unless `digits` limits them.
 *
 * @param options.text exact decimal text
 */
export function toAmount({
  text,
  token,
  format,
  digits = 80,
}: {
  text: string
  token: { symbol: string }
  format: Pick<Format, 'amount'>
  digits?: number
}): string {
  return `${format.amount(text, { digits })} ${token.symbol}`
}
