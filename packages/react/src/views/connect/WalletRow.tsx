import type { WalletEntry } from '@latchkey/core'
import { memo } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useConnections } from '../../hooks/useConnections.ts'
import { Row } from '../../ui/Row.tsx'
import { WalletPicture } from '../../ui/WalletPicture.tsx'
import { workingWays } from './workingWays.ts'

/** What {@link WalletRow} takes. */
export type WalletRowProps = {
  wallet: WalletEntry
  /** Keep it the same from render to render: a list of a hundred is drawn once. */
  onChoose: (wallet: WalletEntry) => void
}

/** A wallet to choose, with how near it is: connected, used lately, installed here, or what has to be done first. */
export const WalletRow = memo(function WalletRow({ wallet, onChoose }: WalletRowProps) {
  const { latchkey, t } = useModalScope()
  const { connections } = useConnections()
  const isInstalled = wallet.connectors.some(({ type }) => type === 'injected' || type === 'safe')
  // Of a wallet of several families all are connected, else there is one to add.
  const isConnected =
    wallet.connectors.length > 0 &&
    wallet.connectors.every(({ id }) => connections.some(({ account }) => account.connector.id === id))
  const nearness = isConnected ? 'connected' : wallet.recent ? 'recent' : isInstalled ? 'installed' : undefined
  // Said before the click: what this wallet needs that others do not.
  const [way] = workingWays({ latchkey, wallet })
  const detour =
    way === undefined
      ? 'connect.notHere'
      : way.type === 'browse'
        ? 'way.browse'
        : way.type === 'install'
          ? 'getWallet.get'
          : undefined
  return (
    <Row
      id={wallet.id}
      picture={<WalletPicture name={wallet.name} icon={wallet.icon} lazy={wallet.connectors.length === 0} />}
      title={
        <span translate="no" title={wallet.name}>
          {wallet.name}
        </span>
      }
      end={
        nearness !== undefined ? (
          <span className="tag" data-tone={nearness === 'recent' ? 'accent' : 'gain'}>
            {t(`connect.${nearness}`)}
          </span>
        ) : (
          detour !== undefined && <span className="tag">{t(detour)}</span>
        )
      }
      onClick={() => onChoose(wallet)}
    />
  )
})
