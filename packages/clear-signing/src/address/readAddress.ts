import { isEvmAddress } from '@latchkey/protocol'
import { getAddress } from 'viem/utils'

/**
 * Reads an address: `0x`, 40 digits, and in mixed case with its right checksum (EIP-55).
 *
 * @returns the checksummed address, or undefined when it is none
 */
export function readAddress(value: unknown): `0x${string}` | undefined {
  if (!isEvmAddress(value)) return undefined
  const address = getAddress(value.toLowerCase())
  const digits = value.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return isMixed && value !== address ? undefined : address
}
