import { concatHex, type Hex, keccak256, stringToHex } from 'viem'
import { namehash } from 'viem/ens'

/** Hashes a name (ERC-137) from its labels, up to the root. */
export type NameHash = (labels: readonly string[]) => Hex

/**
 * Creates a hash function that knows the hashes of some parents. A name directly below one takes two steps instead of six.
 *
 * @param parents names in normal form
 */
export function createNameHash(parents: readonly string[]): NameHash {
  const known = new Map(parents.map((parent) => [parent, namehash(parent)]))
  return (labels) => {
    const [label, ...rest] = labels
    const parent = known.get(rest.join('.'))
    if (label === undefined || parent === undefined) return namehash(labels.join('.'))
    return keccak256(concatHex([parent, keccak256(stringToHex(label))]))
  }
}
