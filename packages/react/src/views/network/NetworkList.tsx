import type { Network } from '@latchkey/core'
import { useAccount } from '../../hooks/useAccount.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { useModalScope } from '../../modal/ModalScope.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { List } from '../../ui/List.tsx'
import { NetworkPicture } from '../../ui/NetworkPicture.tsx'
import { Row } from '../../ui/Row.tsx'
import { Spinner } from '../../ui/Spinner.tsx'

/** What {@link NetworkList} takes. */
export type NetworkListProps = { label: string }

/** The app's networks; choosing one moves the connected wallet there. */
export function NetworkList({ label }: NetworkListProps) {
  const { latchkey, t } = useModalScope()
  const { networks, active, switchingTo, switchNetwork } = useNetwork()
  const { isConnected } = useAccount()

  function choose(network: Network): void {
    const { modal } = latchkey
    if (network.caipNetworkId === active?.caipNetworkId) {
      modal.goBack()
    } else if (isConnected) {
      modal.push('SwitchNetwork', { chainId: network.caipNetworkId })
    } else {
      // Without a wallet there is nobody to ask.
      switchNetwork({ chainId: network.caipNetworkId }).then(
        () => modal.goBack(),
        () => undefined,
      )
    }
  }

  return (
    <List label={label}>
      {networks.map((network) => {
        const isActive = network.caipNetworkId === active?.caipNetworkId
        return (
          <Row
            key={network.caipNetworkId}
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
            onClick={() => choose(network)}
          />
        )
      })}
    </List>
  )
}
