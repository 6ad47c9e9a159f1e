import type { WalletEntry } from '@latchkey/core'
import { memo } from 'react'
import { useModalScope } from '../../modal/ModalScope.tsx'
import { Row } from '../../ui/Row.tsx'
import { WalletPicture } from '../../ui/WalletPicture.tsx'

/** What {@link WalletRow} takes. */
export type WalletRowProps = {
  wallet: WalletEntry
  /** Keep it the same from render to render: a list of a hundred is drawn once. */
  onChoose: (wallet: WalletEntry) => void
}

/** A wallet to choose, with how near it is: used lately, or installed here. */
export const WalletRow = memo(function WalletRow({ wallet, onChoose }: WalletRowProps) {
  const { t } = useModalScope()
  const isInstalled = wallet.connectors.some(({ type }) => type === 'injected' || type === 'safe')
  return (
    <Row
      id={wallet.id}
      picture={<WalletPicture name={wallet.name} icon={wallet.icon} lazy={wallet.connectors.length === 0} />}
      title={<span translate="no">{wallet.name}</span>}
      end={
        (wallet.recent || isInstalled) && (
          <span className="tag" data-tone={wallet.recent ? 'accent' : 'gain'}>
            {t(wallet.recent ? 'connect.recent' : 'connect.installed')}
          </span>
        )
      }
      onClick={() => onChoose(wallet)}
    />
  )
})
