import type { KnownAddress } from '../DescribeParameters.ts'
import type { AddressNotice } from '../Description.ts'

/** Numbers of equal characters at both ends of look-alike addresses, which do not match by chance. */
const shared = [
  [4, 0],
  [3, 1],
  [2, 2],
  [1, 3],
  [0, 4],
] as const

/** Common prefix of a network's addresses, which is not significant. Source: BIP-173, BIP-350. */
const prefix = /^(bc|tb|bcrt)1[a-z0-9]/i

/**
 * Returns the notice about a receiving address in base58 or bech32. As on other networks, an address is known if the account sent to
 * it, and one that resembles a contact is known only as a contact.
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
 * Returns whether two different addresses look alike at their ends, where people look: four characters together, ignoring case. By
 * chance about one pair in 200,000 does.
 */
function looksLike(one: string, other: string): boolean {
  if (one === other) return false
  const [a, b] = [one, other].map((address) => address.replace(prefix, '').toLowerCase()) as [string, string]
  return shared.some(
    ([head, tail]) => a.slice(0, head) === b.slice(0, head) && a.slice(a.length - tail) === b.slice(b.length - tail),
  )
}
