import type { Contact } from '@latchkey/core'
import { shortenAddress } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useIdentity } from '../../hooks/useIdentity.ts'
import { Avatar } from '../../identicon/Avatar.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useDayName } from '../../ui/useDayName.ts'

/** What {@link ContactLine} takes. */
export type ContactLineProps = { contact: Contact; onChoose: () => void; onForget: () => void }

/** Somebody whom the visitor paid: by the name that they typed then, else by the one that the address has now. */
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
