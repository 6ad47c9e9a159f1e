import type { Format } from '../../format/createFormat.ts'

/**
 * An amount with its symbol; every digit of it unless `digits` says otherwise.
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
