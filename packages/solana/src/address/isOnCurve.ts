import { type Address, isOffCurveAddress } from '@solana/kit'
import { isAddress } from './isAddress.ts'

/**
 * Tells whether an address can be a key's. One that is not on the curve belongs to a program: nobody signs for it, and what comes of
 * what is sent there the program decides. False for what is no address.
 */
export function isOnCurve(address: string): boolean {
  return isAddress(address) && !isOffCurveAddress(address as Address)
}
