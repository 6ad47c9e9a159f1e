import type { AccountId } from '@latchkey/protocol'
import { useLatchkey } from '@latchkey/react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { savedAddressesQuery } from '../api/ownQueries.ts'
import { cleanLabel } from '../format/cleanLabel.ts'
import { useSite } from '../site/SiteContext.ts'

/** Gives the wallet kit the names under which the account saved addresses, so that payments show and find them. */
export function SavedNames({ owner }: { owner: AccountId }) {
  const api = useSite()
  const { contacts } = useLatchkey()
  const { data } = useQuery(savedAddressesQuery({ api, owner }))
  const addresses = data?.value.addresses
  useEffect(() => {
    if (!addresses) return
    contacts.setSaved(addresses.map(({ address, label }) => ({ address, name: cleanLabel(label, { limit: 60 }) })))
  }, [contacts, addresses])
  // Another account's names are none of this one's.
  useEffect(() => () => contacts.setSaved([]), [contacts])
  return null
}
