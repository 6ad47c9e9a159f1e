import type { KnownAddress } from '../DescribeParameters.ts'
import type { AddressNotice } from '../Description.ts'

/** Characters at both ends that two addresses share which look alike: together as many as nobody finds by chance. */
const shared = [
  [4, 0],
  [3, 1],
  [2, 2],
  [1, 3],
  [0, 4],
] as const

/** The part that all addresses of a network begin with: it tells nothing. Source: BIP-173, BIP-350. */
const prefix = /^(bc|tb|bcrt)1[a-z0-9]/i

/**
 * Says what is known of an address that something goes to, where addresses are base58 or bech32. As of other networks, it is known
 * when the account sent to it, and one that looks like a contact is known as a contact only.
 *
 * @param own all addresses of the visitor on this network
 */
export function noteFamilyAddress({
  address,
  own,
  knownAddresses,
}: {
  address: string
  own: readonly string[]
  knownAddresses: readonly KnownAddress[]
}): AddressNotice {
  const kinds = new Set(knownAddresses.flatMap((known) => (known.address === address ? [known.kind] : [])))
  if (own.includes(address) || kinds.has('own')) return { kind: 'own' }
  if (kinds.has('contact')) return { kind: 'known' }
  const isKnown = kinds.size > 0
  const candidates = knownAddresses.filter(({ kind }) => !isKnown || kind === 'contact').map((known) => known.address)
  const resembles = [...candidates, ...(isKnown ? [] : own)].find((other) => looksLike(other, address))
  if (resembles !== undefined) return { kind: 'lookAlike', resembles }
  return { kind: isKnown ? 'known' : 'firstTime' }
}

/**
 * Tells whether two different addresses look alike where people look, at their ends: four characters together, capitals or not. By
 * chance that happens to one pair in 200,000 or so.
 */
function looksLike(one: string, other: string): boolean {
  if (one === other) return false
  const [a, b] = [one, other].map((address) => address.replace(prefix, '').toLowerCase()) as [string, string]
  return shared.some(
    ([head, tail]) => a.slice(0, head) === b.slice(0, head) && a.slice(a.length - tail) === b.slice(b.length - tail),
  )
}
