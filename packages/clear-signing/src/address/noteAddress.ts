import { looksAlike } from '@latchkey/protocol'
import type { KnownAddress } from '../DescribeParameters.ts'
import type { AddressNotice } from '../Description.ts'

/**
 * Says what is known of an address that something goes to. An address counts as known when the account sent to it, not when
 * it sent to the account: anybody can bring that about. One that looks like a contact is known as a contact only: the history
 * may hold a payment that was a mistake.
 *
 * @param knownAddresses undefined: the history cannot be read
 * @example noteAddress({ address, account, knownAddresses: [{ address, kind: 'history' }] }) // { kind: 'known' }
 */
export function noteAddress({
  address,
  account,
  knownAddresses,
}: {
  address: string
  /** The account that sends. */
  account: string
  knownAddresses: readonly Pick<KnownAddress, 'address' | 'kind'>[] | undefined
}): AddressNotice {
  const wanted = address.toLowerCase()
  const kinds = new Set(
    knownAddresses?.flatMap(({ address: entry, kind }) => (entry.toLowerCase() === wanted ? [kind] : [])),
  )
  if (wanted === account.toLowerCase() || kinds.has('own')) return { kind: 'own' }
  if (kinds.has('contact')) return { kind: 'known' }
  const isKnown = kinds.size > 0
  const candidates = (knownAddresses ?? []).filter(({ kind }) => !isKnown || kind === 'contact')
  const resembles = [...candidates.map((entry) => entry.address), ...(isKnown ? [] : [account])].find((entry) =>
    looksAlike(entry, wanted),
  )
  if (resembles) return { kind: 'lookAlike', resembles }
  if (isKnown) return { kind: 'known' }
  return { kind: knownAddresses ? 'firstTime' : 'unchecked' }
}
