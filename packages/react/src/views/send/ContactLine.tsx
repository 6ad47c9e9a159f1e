import type { Contact } from '@latchkey/core'
import { shortenAddress } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useIdentity } from '../../hooks/useIdentity.ts'
import { Avatar } from '../../identicon/Avatar.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useDayName } from '../../ui/useDayName.ts'

export type ContactLineProps = { contact: Contact; onChoose: () => void; onForget: () => void }

/** A contact that the visitor paid, by the name of that payment, otherwise by the address's current name. */
export function ContactLine({
  contact: { address, name: typed, usedAt, isSaved },
  onChoose,
  onForget,
}: ContactLineProps) {
  const { t } = useModalScope()
  const dayName = useDayName()
  const identity = useIdentity(address)
  const name = typed ?? identity.name
  return (
    <li className="contact-line">
      <button type="button" className="contact" onClick={onChoose}>
        <Avatar address={address} image={identity.image} className="contact-avatar" />
        <span className="contact-name" translate="no">
          {name !== undefined && <bdi>{name}</bdi>}
          <bdi className="contact-address">{shortenAddress(address)}</bdi>
        </span>
        {usedAt > 0 && (
          <time className="contact-day" dateTime={new Date(usedAt).toISOString()}>
            {dayName(usedAt)}
          </time>
        )}
      </button>
      {isSaved !== true && (
        <IconButton
          icon="close"
          label={t('send.contact.forget', { contact: name ?? shortenAddress(address) })}
          onClick={onForget}
        />
      )}
    </li>
  )
}
