import { slippageBounds, toMillionths } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'

/** Percent; the default. */
const usual = 1
const most = slippageBounds.highest
/**
 * Reads a slippage in percent, as a number or as text, to a ten-thousandth of a percent.
 *
 * @returns millionths: 10_000n is 1 %
 * @throws LatchkeyError `malformed_request`
 * @example readSlippage('0.5') // 5_000n
 */
export function readSlippage(value: number | string | undefined): bigint {
  if (value === undefined) return toMillionths(usual)
  const text = typeof value === 'string' ? value.trim() : value
  const percent = typeof text === 'string' && !/^\d{1,3}(\.\d{1,18})?$/.test(text) ? Number.NaN : Number(text)
  if (!(percent >= 0 && percent <= most)) {
    throw new ServiceError('malformed_request', {
      field: 'eip155.slippage',
      message: `The slippage must be between 0 and ${most} percent`,
    })
  }
  return toMillionths(percent)
}
