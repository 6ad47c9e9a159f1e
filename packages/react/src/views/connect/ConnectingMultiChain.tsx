import type { ConnectorInfo } from '@latchkey/core'
import type { ChainNamespace } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useReadable } from '../../store/useReadable.ts'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { List } from '../../ui/List.tsx'
import { NetworkPicture } from '../../ui/NetworkPicture.tsx'
import { Row } from '../../ui/Row.tsx'
import { WalletPicture } from '../../ui/WalletPicture.tsx'
import type { View } from '../ViewGroup.ts'
import { connectInClick } from './useChooseWallet.ts'

/** Asks in which family to connect a wallet of several families. The family of the network in use is first. */
export const ConnectingMultiChain: View<'ConnectingMultiChain'> = ({ data: { walletId } }) => {
  const { latchkey, t } = useModalScope()
  const { wallets, networks, modal } = latchkey
  useReadable(wallets)
  const { networks: all, active } = useReadable(networks)
  const wallet = wallets.find({ walletId })
  if (wallet === undefined || wallet.connectors.length === 0) {
    return (
      <div className="view">
        <Hero icon="wallet" title={t('pairing.unknown.title')} text={t('pairing.unknown.text')} />
        <Button onClick={() => modal.replace('AllWallets')}>{t('connecting.choose')}</Button>
      </div>
    )
  }
  const networksOf = (namespace: ChainNamespace) => all.filter(({ chainNamespace }) => chainNamespace === namespace)

  const isInUse = ({ namespace }: ConnectorInfo) => namespace === active?.chainNamespace
  const connectors = [...wallet.connectors].sort((a, b) => Number(isInUse(b)) - Number(isInUse(a)))

  return (
    <div className="view">
      <Hero
        picture={
          <span className="hero-wallet">
            <WalletPicture name={wallet.name} icon={wallet.icon} size="huge" />
          </span>
        }
        title={t('multiChain.title', { wallet: wallet.name })}
        text={t('multiChain.text')}
      />
      <List label={t('title.ConnectingMultiChain')}>
        {connectors.map((connector) => {
          const names = networksOf(connector.namespace).map(({ name }) => name)
          const [network] = networksOf(connector.namespace)
          const more = names.length - 2
          return (
            <Row
              key={connector.id}
              id={connector.id}
              picture={network === undefined ? null : <NetworkPicture network={network} />}
              title={t(`family.${connector.namespace}`)}
              subtitle={
                more > 0
                  ? t('multiChain.more', { networks: names.slice(0, 2).join(', '), more })
                  : t('multiChain.networks', { networks: names.join(', ') })
              }
              onClick={() => connectInClick({ latchkey, connector })}
            />
          )
        })}
      </List>
    </div>
  )
}
