import type { SavedAddress } from '@latchkey/protocol/api'
import { useId } from 'react'
import { useLanguage } from '../../../language/LanguageContext.ts'
import { useSite } from '../../../site/SiteContext.ts'
import rows from '../Rows.module.css'
import { AddressRow } from './AddressRow.tsx'

/** The site's contacts under their names in Send, without those that the visitor saved. */
export function SiteAddresses({ saved = [] }: { saved?: readonly SavedAddress[] | undefined }) {
  const { text } = useLanguage()
  const { contacts = [] } = useSite()
  const id = useId()
  const own = new Set(saved.map(({ address }) => address.toLowerCase()))
  const offered = contacts.filter(({ address }) => !own.has(address.toLowerCase()))
  if (offered.length === 0) return null
  return (
    <>
      <h3 id={id} className={rows.group}>
        {text.addresses.ofSite}
      </h3>
      <ul className={rows.rows} aria-labelledby={id}>
        {offered.map((one) => (
          <AddressRow key={one.address} saved={one} />
        ))}
      </ul>
    </>
  )
}
