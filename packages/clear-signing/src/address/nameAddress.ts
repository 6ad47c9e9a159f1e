import type { Reading } from '../Reading.ts'
import { cleanName } from '../text/cleanName.ts'

/** Returns the name of an address: from the visitor or the operator, from a descriptor, or the symbol of a vouched token. */
export function nameAddress({ reading, address }: { reading: Reading; address: `0x${string}` }): string | null {
  const wanted = address.toLowerCase()
  const known = reading.knownAddresses.find((entry) => entry.name && entry.address.toLowerCase() === wanted)
  if (known?.name) return cleanName({ text: known.name, limit: 60 })
  const contract = reading.index.contractName(address)
  if (contract) return contract
  return reading.assets.vouched(address)?.symbol ?? null
}
