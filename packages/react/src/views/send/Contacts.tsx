import type { Contact } from '@latchkey/core'
import { shortenAddress } from '@latchkey/protocol'
import { useEffect, useRef, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Identicon } from '../../identicon/Identicon.tsx'
import { useReadable } from '../../store/useReadable.ts'
import { IconButton } from '../../ui/IconButton.tsx'

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
  const namespace = useReadable(latchkey.networks).active?.chainNamespace
  const [all, setAll] = useState<readonly Contact[]>([])
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => {
    if (namespace === undefined) return
    let isWanted = true
    contacts.list({ namespace }).then(
      (found) => isWanted && setAll(found),
      // Nothing to offer, then: the field takes any address all the same.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [contacts, namespace])

  const needle = typed.toLowerCase()
  const found = all
    .filter(({ address, name }) => [address, name ?? ''].some((text) => text.toLowerCase().includes(needle)))
    .slice(0, shown)
  if (found.length === 0) return null

  async function forget({ namespace, address }: Contact): Promise<void> {
    const at = found.findIndex((one) => one.address === address)
    setAll((known) => known.filter((one) => one.address !== address))
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
