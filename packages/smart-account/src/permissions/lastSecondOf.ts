import { zeroAddress } from 'viem'
import { isAddressEqual } from 'viem/utils'
import type { AccountCall } from '../calls/AccountCall.ts'
import type { Grant } from './Grant.ts'
import { periodOf } from './periodOf.ts'

/**
 * Returns the last second in which the chain accepts these calls of a permission. It is the end of the permission, or of a
 * period whose allowance they use. `checkCalls` must allow the calls.
 *
 * @param options.at the time that the operation claims, Unix seconds
 * @param options.paysGas whether the account pays for gas, which counts toward the allowance of the native token
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
