import type { ConnectedAccount } from '@latchkey/core'
import { shortenAddress } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useIdentity } from '../../hooks/useIdentity.ts'
import { Avatar } from '../../identicon/Avatar.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Icon } from '../../ui/Icon.tsx'

export type WalletAddressProps = {
  address: string
  /** Kind of the account, if the wallet has several kinds. */
  type: ConnectedAccount['type'] | undefined
  inUse: boolean
  /** There are others to choose from. */
  marked: boolean
  onChoose: () => void
}

/** One address of a connected wallet: a click makes it active. */
export function WalletAddress({ address, type, inUse, marked, onChoose }: WalletAddressProps) {
  const { t } = useModalScope()
  const { name, image } = useIdentity(address)
  return (
    <li className="wallets-address">
      <button type="button" className="wallets-choose" aria-current={inUse || undefined} onClick={onChoose}>
        <Avatar address={address} image={image} className="wallets-avatar" />
        <span className="wallets-who" translate="no">
          {name !== undefined && <bdi>{name}</bdi>}
          <bdi className={name === undefined ? undefined : 'wallets-type'}>{shortenAddress(address)}</bdi>
        </span>
        {type !== undefined && <span className="wallets-type">{t(`accountType.${type}`)}</span>}
        {marked && <Icon name="check" />}
      </button>
      <CopyButton text={address} label={t('copy.address')} />
    </li>
  )
}
