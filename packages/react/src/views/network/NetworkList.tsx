import type { Network } from '@latchkey/core'
import { chainNamespaces } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useConnections } from '../../hooks/useConnections.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { Icon } from '../../ui/Icon.tsx'
import { List } from '../../ui/List.tsx'
import { NetworkPicture } from '../../ui/NetworkPicture.tsx'
import { Row } from '../../ui/Row.tsx'
import { Spinner } from '../../ui/Spinner.tsx'

export type NetworkListProps = { label: string }

/** The app's networks, by family if there are several. Choosing one switches the wallet of its family, or connects one first. */
export function NetworkList({ label }: NetworkListProps) {
  const { latchkey, t } = useModalScope()
  const { networks, active, switchNetwork } = useNetwork()
  const { connections } = useConnections()
  const families = chainNamespaces
    .map((namespace) => ({ namespace, own: networks.filter((network) => network.chainNamespace === namespace) }))
    .filter(({ own }) => own.length > 0)
  const isConnected = connections.length > 0

  function choose({ caipNetworkId, chainNamespace }: Network): void {
    const { modal } = latchkey
    if (caipNetworkId === active?.caipNetworkId) {
      modal.goBack()
    } else if (!isConnected) {
      // Without a wallet, the switch needs no approval.
      switchNetwork({ chainId: caipNetworkId }).then(
        () => modal.goBack(),
        () => undefined,
      )
    } else {
      modal.push('SwitchNetwork', { chainId: caipNetworkId })
      if (!connections.some(({ account }) => account.namespace === chainNamespace))
        modal.push('Connect', { namespace: chainNamespace })
    }
  }

  return families.map(({ namespace, own }) => {
    const name = t(`family.${namespace}`)
    const needsWallet = isConnected && !connections.some(({ account }) => account.namespace === namespace)
    return (
      <section key={namespace} className="network-family">
        {families.length > 1 && (
          <h3 className="network-title">
            {name}
            {needsWallet && <span className="network-hint">{t('networks.noWallet')}</span>}
          </h3>
        )}
        <List label={families.length > 1 ? name : label}>
          {own.map((network) => (
            <NetworkRow key={network.caipNetworkId} network={network} onChoose={() => choose(network)} />
          ))}
        </List>
      </section>
    )
  })
}

function NetworkRow({ network, onChoose }: { network: Network; onChoose: () => void }) {
  const { t } = useModalScope()
  const { active, switchingTo } = useNetwork()
  const isActive = network.caipNetworkId === active?.caipNetworkId
  return (
    <Row
      id={network.caipNetworkId}
      current={isActive}
      picture={<NetworkPicture network={network} />}
      title={<span translate="no">{network.name}</span>}
      subtitle={network.testnet === true ? t('networks.testnet') : undefined}
      end={
        switchingTo === network.caipNetworkId ? (
          <Spinner />
        ) : (
          isActive && (
            <span className="tag" data-tone="accent">
              <Icon name="check" />
              {t('networks.active')}
            </span>
          )
        )
      }
      onClick={onChoose}
    />
  )
}
