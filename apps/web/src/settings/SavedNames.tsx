import type { AccountId } from '@latchkey/protocol'
import { useLatchkey } from '@latchkey/react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { savedAddressesQuery } from '../api/ownQueries.ts'
import { cleanLabel } from '../format/cleanLabel.ts'
import { useSite } from '../site/SiteContext.ts'

type Labelled = { address: string; label: string }

const nobody: readonly Labelled[] = []

/** Gives the kit the site's contacts and the account's saved addresses, so that payments show their names. */
export function SavedNames({ owner }: { owner: AccountId | undefined }) {
  return owner === undefined ? <Names saved={nobody} /> : <OwnNames owner={owner} />
}

function OwnNames({ owner }: { owner: AccountId }) {
  const api = useSite()
  const { data } = useQuery(savedAddressesQuery({ api, owner }))
  return <Names saved={data?.value.addresses ?? nobody} />
}

function Names({ saved }: { saved: readonly Labelled[] }) {
  const { contacts: ofSite = nobody } = useSite()
  const { contacts } = useLatchkey()
  useEffect(() => {
    // The visitor's own name of an address follows the site's name, and wins.
    contacts.setSaved(
      [...ofSite.map((one) => ({ ...one, isShared: true })), ...saved.map((one) => ({ ...one, isShared: false }))].map(
        ({ address, label, isShared }) => ({ address, name: cleanLabel(label, { limit: 60 }), isShared }),
      ),
    )
    // Names of one account must not show for another.
    return () => contacts.setSaved([])
  }, [contacts, ofSite, saved])
  return null
}
