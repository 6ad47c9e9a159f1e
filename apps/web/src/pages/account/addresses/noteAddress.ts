import { isEvmAddress, looksAlike } from '@latchkey/protocol'
import type { SavedAddress } from '@latchkey/protocol/api'

/** What is remarkable about an address beside those that are saved: it is one of them, or looks like one where people look. */
export type AddressNote = { kind: 'known' | 'lookAlike'; label: string }

/**
 * Holds an address against those that are saved. Whoever means to deceive makes addresses whose ends are those of a known one.
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

/** As addresses are compared: only there the letter case says nothing. */
function writeKey(address: string): string {
  return isEvmAddress(address) || /^(bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address
}
