import { zeroAddress } from 'viem'
import { isAddressEqual } from 'viem/utils'
import type { AccountCall } from '../calls/AccountCall.ts'
import type { Grant } from './Grant.ts'
import { periodOf } from './periodOf.ts'

/**
 * Returns the last second in which the chain takes these calls of a session: the session's own, or that of a period whose allowance they use.
 * The calls are ones that `checkCalls` allows.
 *
 * @param options.at the time that the operation claims, Unix seconds
 * @param options.paysGas the account pays for its gas, which counts against the allowance of the coin
 * @returns Unix seconds
 */
export function lastSecondOf({
  grant: { allowances, validUntil },
  calls,
  at,
  paysGas = false,
}: {
  grant: Grant
  calls: readonly AccountCall[]
  at: number
  paysGas?: boolean
}): number {
  const ends = allowances.flatMap((allowance) => {
    const isCoin = isAddressEqual(allowance.token, zeroAddress)
    const isUsed = isCoin
      ? paysGas || calls.some(({ value = 0n }) => value > 0n)
      : calls.some(({ to }) => isAddressEqual(to, allowance.token))
    const endsAt = isUsed ? periodOf({ allowance, at })?.endsAt : undefined
    return endsAt ? [endsAt - 1] : []
  })
  return Math.min(validUntil, ...ends)
}
