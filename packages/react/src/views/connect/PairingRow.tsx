import { useModalScope } from '../../context/ModalScope.tsx'
import { WayRow } from './WayRow.tsx'

/** The row of WalletConnect: a code that any wallet can scan. */
export function PairingRow({ onClick }: { onClick: () => void }) {
  const { t } = useModalScope()
  return (
    <WayRow
      id="walletConnect"
      icon="scan"
      title={<span translate="no">WalletConnect</span>}
      end={t('connect.code')}
      onClick={onClick}
    />
  )
}
