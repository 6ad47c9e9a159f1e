import type { Contact } from '@latchkey/core'
import { useRef, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useContacts } from '../../ui/useContacts.ts'
import { ContactLine } from './ContactLine.tsx'

/** What {@link Contacts} takes. */
export type ContactsProps = {
  /** What is typed so far. */
  typed: string
  /** Offers those alone that are saved: what is typed is a name that is looked up. */
  onlySaved?: boolean
  onChoose: (contact: Contact) => void
}

const shown = 3

/** Whom the visitor paid lately, as far as they fit what is typed; a tap takes one, another forgets it. */
export function Contacts({ typed, onlySaved = false, onChoose }: ContactsProps) {
  const { latchkey, t } = useModalScope()
  const { contacts } = latchkey
  const known = useContacts()
  const [forgotten, setForgotten] = useState<readonly string[]>([])
  const list = useRef<HTMLUListElement>(null)

  const needle = typed.toLowerCase()
  const found = known
    .filter(({ address, isSaved }) => !forgotten.includes(address) && (isSaved === true || !onlySaved))
    .filter(({ address, name }) => [address, name ?? ''].some((text) => text.toLowerCase().includes(needle)))
    .slice(0, shown)
  if (found.length === 0) return null

  const title = t(found.every(({ payments }) => payments === 0) ? 'send.contacts.saved' : 'send.contacts')

  async function forget({ namespace, address }: Contact): Promise<void> {
    const at = found.findIndex((one) => one.address === address)
    setForgotten((before) => [...before, address])
    // The button that had the focus goes with its row.
    window.requestAnimationFrame(() => {
      const rows = list.current?.querySelectorAll<HTMLElement>('.contact') ?? []
      rows[Math.min(at, rows.length - 1)]?.focus()
    })
    await contacts.remove({ namespace, address })
  }

  return (
    <div className="contacts">
      <p className="contacts-title">{title}</p>
      <ul className="contact-list" aria-label={title} ref={list}>
        {found.map((contact) => (
          <ContactLine
            key={contact.address}
            contact={contact}
            onChoose={() => onChoose(contact)}
            onForget={() => void forget(contact)}
          />
        ))}
      </ul>
    </div>
  )
}
