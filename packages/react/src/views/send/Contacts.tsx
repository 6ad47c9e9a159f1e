import type { Contact } from '@latchkey/core'
import { useRef, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useContacts } from '../../ui/useContacts.ts'
import { ContactLine } from './ContactLine.tsx'

export type ContactsProps = {
  /** Current text of the field. */
  typed: string
  /** Shows saved contacts only, because the field contains a name that is being resolved. */
  onlySaved?: boolean
  onChoose: (contact: Contact) => void
}

const shown = 3

/** Paid and saved contacts, then those of the site, filtered by the typed text. A tap chooses one, and a second button forgets it. */
export function Contacts({ typed, onlySaved = false, onChoose }: ContactsProps) {
  const { latchkey, t } = useModalScope()
  const { contacts } = latchkey
  const known = useContacts()
  const [forgotten, setForgotten] = useState<readonly string[]>([])
  const list = useRef<HTMLDivElement>(null)

  const needle = typed.toLowerCase()
  const found = known
    .filter(({ address, isSaved }) => !forgotten.includes(address) && (isSaved === true || !onlySaved))
    .filter(({ address, name }) => [address, name ?? ''].some((text) => text.toLowerCase().includes(needle)))
    .slice(0, shown)
  if (found.length === 0) return null

  const isOffered = ({ isShared, payments }: Contact) => isShared === true && payments === 0
  const [own, offered] = [found.filter((one) => !isOffered(one)), found.filter(isOffered)]
  const ownTitle = t(own.every(({ payments }) => payments === 0) ? 'send.contacts.saved' : 'send.contacts')

  async function forget({ namespace, address }: Contact): Promise<void> {
    const at = found.findIndex((one) => one.address === address)
    setForgotten((before) => [...before, address])
    // The row disappears with the button that has the focus.
    window.requestAnimationFrame(() => {
      const rows = list.current?.querySelectorAll<HTMLElement>('.contact') ?? []
      rows[Math.min(at, rows.length - 1)]?.focus()
    })
    await contacts.remove({ namespace, address })
  }

  return (
    <div className="contacts" ref={list}>
      {lines(ownTitle, own)}
      {lines(t('send.contacts.shared'), offered)}
    </div>
  )

  function lines(title: string, contacts: readonly Contact[]) {
    if (contacts.length === 0) return null
    return (
      <>
        <p className="contacts-title">{title}</p>
        <ul className="contact-list" aria-label={title}>
          {contacts.map((contact) => (
            <ContactLine
              key={contact.address}
              contact={contact}
              onChoose={() => onChoose(contact)}
              onForget={() => void forget(contact)}
            />
          ))}
        </ul>
      </>
    )
  }
}
