import type { WalletsState } from '@latchkey/core'
import { useModalScope } from '../../modal/ModalScope.tsx'
import { Row } from '../../ui/Row.tsx'
import { WalletPicture } from '../../ui/WalletPicture.tsx'

/** What {@link InstalledWalletRow} takes. */
export type InstalledWalletRowProps = { wallet: WalletsState['installed'][number] }

/** A wallet of this browser; asks it to connect. */
export function InstalledWalletRow({ wallet }: InstalledWalletRowProps) {
  const { latchkey, t } = useModalScope()
  function connect(): void {
    const { connection, modal } = latchkey
    const [connector, ...others] = wallet.connectors
    if (!connector) return
    if (others.length > 0) {
      modal.push('ConnectingMultiChain', { walletId: wallet.id })
      return
    }
    const connectorId = connector.id
    // Asked inside the click, so that a wallet may open its window; the view shows how the request fares.
    connection.connect({ connectorId }).catch(() => {
      // The failure is in the connection's state, which the view shows.
    })
    // A wallet that knows the site answers before the next task: then there is nothing to wait for, and nothing to show.
    setTimeout(() => {
      const { asking, failure } = connection.getState()
      if ((asking?.id === connectorId || failure?.connectorId === connectorId) && modal.getState().open)
        modal.push('ConnectingExternal', { connectorId })
    })
  }
  return (
    <Row
      id={wallet.id}
      picture={<WalletPicture name={wallet.name} icon={wallet.icon} />}
      title={<span translate="no">{wallet.name}</span>}
      end={
        <span className="tag" data-tone={wallet.recent ? 'accent' : 'gain'}>
          {t(wallet.recent ? 'connect.recent' : 'connect.installed')}
        </span>
      }
      onClick={connect}
    />
  )
}
