import type { Contact } from '@latchkey/core'
import { shortenAddress } from '@latchkey/protocol'
import { useRef, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Identicon } from '../../identicon/Identicon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useContacts } from '../../ui/useContacts.ts'

/** What {@link Contacts} takes. */
export type ContactsProps = {
  /** What is typed so far. */
  typed: string
  onChoose: (contact: Contact) => void
}

const shown = 3

/** Whom the visitor paid lately, as far as they fit what is typed; a tap takes one, another forgets it. */
export function Contacts({ typed, onChoose }: ContactsProps) {
  const { latchkey, t, format } = useModalScope()
  const { contacts } = latchkey
  const known = useContacts()
  const [forgotten, setForgotten] = useState<readonly string[]>([])
  const list = useRef<HTMLUListElement>(null)

  const needle = typed.toLowerCase()
  const found = known
    .filter(({ address }) => !forgotten.includes(address))
    .filter(({ address, name }) => [address, name ?? ''].some((text) => text.toLowerCase().includes(needle)))
    .slice(0, shown)
  if (found.length === 0) return null

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
      <p className="contacts-title">{t('send.contacts')}</p>
      <ul className="contact-list" aria-label={t('send.contacts')} ref={list}>
        {found.map((contact) => {
          const { address, name, usedAt } = contact
          return (
            <li key={address} className="contact-line">
              <button type="button" className="contact" onClick={() => onChoose(contact)}>
                <Identicon address={address} className="contact-avatar" />
                <span className="contact-name" translate="no">
                  {name !== undefined && <bdi>{name}</bdi>}
                  <bdi className="contact-address">{shortenAddress(address)}</bdi>
                </span>
                <time className="contact-day" dateTime={new Date(usedAt).toISOString()}>
                  {format.day(usedAt)}
                </time>
              </button>
              <IconButton
                icon="close"
                label={t('send.contact.forget', { contact: name ?? shortenAddress(address) })}
                onClick={() => void forget(contact)}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
