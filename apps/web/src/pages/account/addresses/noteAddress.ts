import { isEvmAddress, looksAlike } from '@latchkey/protocol'
import type { SavedAddress } from '@latchkey/protocol/api'

/** A notice about an address: it is already saved, or its first and last digits equal those of a saved one. */
export type AddressNote = { kind: 'known' | 'lookAlike'; label: string }

/**
 * Compares an address with the saved ones. Address poisoning uses addresses with the same ends as a known one.
 *
 * @example noteAddress({ address, saved }) // { kind: 'known', label: 'Ben' }
 */
export function noteAddress({
  address,
  saved,
}: {
  address: string
  saved: readonly SavedAddress[]
}): AddressNote | undefined {
  const same = saved.find((one) => writeKey(one.address) === writeKey(address))
  if (same) return { kind: 'known', label: same.label }
  if (!isEvmAddress(address)) return undefined
  const like = saved.find((one) => isEvmAddress(one.address) && looksAlike(one.address, address))
  return like && { kind: 'lookAlike', label: like.label }
}

/** Normalizes an address for comparison: to lower case only where letter case does not count. */
function writeKey(address: string): string {
  return isEvmAddress(address) || /^(bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address
}
