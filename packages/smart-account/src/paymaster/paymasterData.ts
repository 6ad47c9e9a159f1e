import { concat, numberToHex, size } from 'viem/utils'
import type { SponsorshipClaim } from './SponsorshipClaim.ts'

/**
 * Encodes the paymaster data of an operation for `LatchkeyPaymaster`. Source: ERC-7677, `paymasterData`.
 *
 * @param signature of the operator's key over `paymasterRequestDigest`, 65 bytes
 * @throws RangeError if the budget does not have 16 bytes
 */
export function encodePaymasterData({
  claim: { budget, time, validAfter, validUntil },
  signature,
}: {
  claim: SponsorshipClaim
  signature: `0x${string}`
}): `0x${string}` {
  if (size(budget) !== 16) throw new RangeError('A budget has 16 bytes')
  const times = [time, validAfter, validUntil].map((seconds) => numberToHex(seconds, { size: 6 }))
  return concat([budget, ...times, signature])
}

/**
 * Returns data with an invalid signature that has the same size and gas cost, to measure gas. Source: ERC-7677,
 * `pm_getPaymasterStubData`.
 */
export function stubPaymasterData(claim: SponsorshipClaim): `0x${string}` {
  return encodePaymasterData({ claim, signature: `0x${'a5'.repeat(32)}5a${'a5'.repeat(31)}1b` })
}
