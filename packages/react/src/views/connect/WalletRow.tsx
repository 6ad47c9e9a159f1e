import type { WalletEntry } from '@latchkey/core'
import { memo } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useConnections } from '../../hooks/useConnections.ts'
import { Row } from '../../ui/Row.tsx'
import { WalletPicture } from '../../ui/WalletPicture.tsx'
import { workingWays } from './workingWays.ts'

export type WalletRowProps = {
  wallet: WalletEntry
  /** Keep it stable between renders, so that a list of a hundred rows renders once. */
  onChoose: (wallet: WalletEntry) => void
}

/** A wallet to choose, and its state: connected, recent, installed, or the first step to use it. */
export const WalletRow = memo(function WalletRow({ wallet, onChoose }: WalletRowProps) {
  const { latchkey, t } = useModalScope()
  const { connections } = useConnections()
  const isInstalled = wallet.connectors.some(({ type }) => type === 'injected' || type === 'safe')
  // A wallet of several families counts as connected only if all families are.
  const isConnected =
    wallet.connectors.length > 0 &&
    wallet.connectors.every(({ id }) => connections.some(({ account }) => account.connector.id === id))
  const nearness = isConnected ? 'connected' : wallet.recent ? 'recent' : isInstalled ? 'installed' : undefined
  // Shows the extra step of this wallet before the click.
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
