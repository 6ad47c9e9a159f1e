import type { KnownAddress } from '../DescribeParameters.ts'
import type { RecipientNotice } from '../Description.ts'
import { looksAlike } from './looksAlike.ts'

/**
 * Says what is known of an address that something goes to. An address counts as known when the account sent to it, not when
 * it sent to the account: anybody can bring that about.
 *
 * @param knownAddresses undefined: the history cannot be read
 * @example noteRecipient({ address, account, knownAddresses: [{ address, kind: 'history' }] }) // { kind: 'known' }
 */
export function noteRecipient({
  address,
  account,
  knownAddresses,
}: {
  address: string
  /** The account that sends. */
  account: string
  knownAddresses: readonly Pick<KnownAddress, 'address' | 'kind'>[] | undefined
}): RecipientNotice {
  const wanted = address.toLowerCase()
  const known = knownAddresses?.find((entry) => entry.address.toLowerCase() === wanted)
  if (wanted === account.toLowerCase() || known?.kind === 'own') return { kind: 'own' }
  if (known) return { kind: 'known' }
  const resembles = [account, ...(knownAddresses ?? []).map((entry) => entry.address)].find((entry) =>
    looksAlike(entry, wanted),
  )
  if (resembles) return { kind: 'lookAlike', resembles: resembles as `0x${string}` }
  return { kind: knownAddresses ? 'firstTime' : 'unchecked' }
}
