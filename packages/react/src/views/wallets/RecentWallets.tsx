import type { ChainNamespace } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useConnections } from '../../hooks/useConnections.ts'
import { useReadable } from '../../store/useReadable.ts'
import { List } from '../../ui/List.tsx'
import { useChooseWallet } from '../connect/useChooseWallet.ts'
import { WalletRow } from '../connect/WalletRow.tsx'

// A visitor with a connected wallet has already given consent.
const consent = { ask: () => true }

/** Recently used wallets that are not connected now. */
export function RecentWallets({ namespace }: { namespace: ChainNamespace | undefined }) {
  const { latchkey, t } = useModalScope()
  const { installed } = useReadable(latchkey.wallets)
  const { connections } = useConnections()
  const choose = useChooseWallet({ consent, namespace })
  const recent = installed.filter(
    ({ recent, connectors }) =>
      recent &&
      connectors.some((connector) => namespace === undefined || connector.namespace === namespace) &&
      !connectors.some(({ id }) => connections.some(({ account }) => account.connector.id === id)),
  )
  if (recent.length === 0) return null
  return (
    <section className="wallets-family" aria-label={t('wallets.recent')}>
      <h3 className="wallets-title">{t('wallets.recent')}</h3>
      <List>
        {recent.map((wallet) => (
          // The heading already marks all of them as recent.
          <WalletRow key={wallet.id} wallet={{ ...wallet, recent: false }} onChoose={choose} />
        ))}
      </List>
    </section>
  )
}
