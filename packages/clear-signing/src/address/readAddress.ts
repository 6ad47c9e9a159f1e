import { isEvmAddress } from '@latchkey/protocol'
import { getAddress } from 'viem/utils'

/**
 * Parses an address: `0x`, 40 digits, and in mixed case with a valid checksum (EIP-55).
 *
 * @returns the checksum address, or undefined if it is invalid
 */
export function readAddress(value: unknown): `0x${string}` | undefined {
  if (!isEvmAddress(value)) return undefined
  const address = getAddress(value.toLowerCase())
  const digits = value.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return isMixed && value !== address ? undefined : address
}
