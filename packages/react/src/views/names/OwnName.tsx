import { shortenAddress } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useIdentity } from '../../hooks/useIdentity.ts'
import { Avatar } from '../../identicon/Avatar.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'

export type OwnNameProps = { name: string; address: string }

/** A name of the account, to copy. */
export function OwnName({ name, address }: OwnNameProps) {
  const { t } = useModalScope()
  const { image } = useIdentity(address)
  return (
    <li className="names-line">
      <Avatar address={address} image={image} className="names-avatar" />
      <span className="row-text">
        <bdi className="names-name" translate="no">
          {name}
        </bdi>
        <span className="row-subtitle" translate="no">
          {shortenAddress(address)}
        </span>
      </span>
      <CopyButton text={name} label={t('names.copy')} />
    </li>
  )
}
