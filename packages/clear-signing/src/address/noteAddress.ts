import { looksAlike } from '@latchkey/protocol'
import type { KnownAddress } from '../DescribeParameters.ts'
import type { AddressNotice } from '../Description.ts'

/**
 * Returns the notice about a receiving address. An address is known if the account sent to it, not if it sent to the account, which
 * anyone can do. An address that resembles a contact is known only as a contact, because the history may contain a mistaken payment.
 *
 * @param knownAddresses undefined: the history is not available
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
