import type { SwapForm } from '@latchkey/core'
import type { Format } from '../../format/createFormat.ts'

/**
 * Formats the value of one token in the other; undefined while no rate is known.
 *
 * @param options.isTurned one received token, in paid tokens
 */
export function rateText({
  form: { from, to },
  rate,
  isTurned,
  format,
}: {
  form: Pick<SwapForm, 'from' | 'to'>
  rate: number | undefined
  isTurned: boolean
  format: Pick<Format, 'amount'>
}): string | undefined {
  if (from === undefined || to === undefined || rate === undefined || rate <= 0) return undefined
  const [one, other, value] = isTurned ? [to, from, 1 / rate] : [from, to, rate]
  // Six significant digits, without an exponent.
  const text = value.toFixed(Math.min(20, Math.max(2, 5 - Math.floor(Math.log10(value)))))
  return `1 ${one.symbol} = ${format.amount(text, { digits: value >= 1000 ? 2 : 6 })} ${other.symbol}`
}
