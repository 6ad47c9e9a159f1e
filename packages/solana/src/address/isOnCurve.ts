import { type Address, isOffCurveAddress } from '@solana/kit'
import { isAddress } from './isAddress.ts'

/**
 * Returns whether an address can be a key's. An address off the curve belongs to a program. No key signs for it, and the program
 * decides what happens to tokens sent there. False for an invalid address.
 */
export function isOnCurve(address: string): boolean {
  return isAddress(address) && !isOffCurveAddress(address as Address)
}
