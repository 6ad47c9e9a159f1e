import type { ChainId } from '@latchkey/protocol'
import { useEffect, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { useSmartAccount } from '../../hooks/useSmartAccount.ts'
import { Hero } from '../../ui/Hero.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { List } from '../../ui/List.tsx'
import { NetworkPicture } from '../../ui/NetworkPicture.tsx'
import { Row } from '../../ui/Row.tsx'

/** States that the active network has no smart accounts, and lists the networks of the app that have. */
export function SmartNetworks() {
  const { latchkey, t } = useModalScope()
  const { networks, active } = useNetwork()
  const { listSmartNetworks } = useSmartAccount()
  const [known, setKnown] = useState<readonly ChainId[]>([])
  useEffect(() => {
    let isOver = false
    listSmartNetworks().then(
      (list) => {
        if (!isOver) setKnown(list)
      },
      // Without the list, the view still states that this network has none.
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [listSmartNetworks])
  const others = networks.filter(({ caipNetworkId }) => known.includes(caipNetworkId))
  return (
    <>
      <Hero icon="layers" title={t('smart.none.title', { network: active?.name ?? '' })} text={t('smart.none.text')} />
      {others.length > 0 && latchkey.config.enableNetworkSwitch !== false && (
        <section className="session-part">
          <h3 className="session-title">{t('smart.none.where')}</h3>
          <List label={t('smart.none.where')}>
            {others.map((network) => (
              <Row
                key={network.caipNetworkId}
                id={network.caipNetworkId}
                picture={<NetworkPicture network={network} />}
                title={<span translate="no">{network.name}</span>}
                end={<Icon name="right" />}
                onClick={() => latchkey.modal.push('SwitchNetwork', { chainId: network.caipNetworkId })}
              />
            ))}
          </List>
        </section>
      )}
    </>
  )
}
