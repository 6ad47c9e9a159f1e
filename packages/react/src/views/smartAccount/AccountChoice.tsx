import type { PreferredAccountType } from '@latchkey/core'
import { shortenAddress } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useIdentity } from '../../hooks/useIdentity.ts'
import { Avatar } from '../../identicon/Avatar.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Icon } from '../../ui/Icon.tsx'

export type AccountChoiceProps = {
  type: PreferredAccountType
  address: string
  /** Remark below the address. */
  note: string
  isInUse: boolean
  onChoose: () => void
}

/** The EOA or the smart account: its address, a remark, and whether it is active. */
export function AccountChoice({ type, address, note, isInUse, onChoose }: AccountChoiceProps) {
  const { t } = useModalScope()
  const { name = shortenAddress(address), image } = useIdentity(address)
  return (
    <li className="smart-choice" data-used={isInUse || undefined}>
      <button
        type="button"
        className="smart-main"
        data-key={type}
        aria-current={isInUse || undefined}
        onClick={onChoose}
      >
        <Avatar address={address} image={image} className="smart-avatar" />
        <span className="row-text">
          <span className="smart-title">
            <span className="row-title">{t(`accountType.${type}`)}</span>
            {isInUse && (
              <span className="tag" data-tone="accent">
                <Icon name="check" />
                {t('smart.inUse')}
              </span>
            )}
          </span>
          <span className="row-subtitle">
            <bdi translate="no" data-figures="">
              {name}
            </bdi>
          </span>
          <span className="smart-note">{note}</span>
        </span>
      </button>
      <CopyButton text={address} label={t('copy.address')} />
    </li>
  )
}
