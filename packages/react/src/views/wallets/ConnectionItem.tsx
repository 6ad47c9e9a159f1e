import type { Connection } from '@latchkey/core'
import { shortenAddress } from '@latchkey/protocol'
import { useId } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { useAccount } from '../../hooks/useAccount.ts'
import { useConnections } from '../../hooks/useConnections.ts'
import { useIdentity } from '../../hooks/useIdentity.ts'
import { useReadable } from '../../store/useReadable.ts'
import { Icon } from '../../ui/Icon.tsx'
import { WalletPicture } from '../../ui/WalletPicture.tsx'
import { ConnectionPanel } from './ConnectionPanel.tsx'

export type ConnectionItemProps = { connection: Connection }

/** A connected wallet: a click makes it active. Its panel has the addresses and the button to disconnect. */
export function ConnectionItem({ connection: { account, active } }: ConnectionItemProps) {
  const { latchkey, t } = useModalScope()
  const { select } = useConnections()
  const { account: inUse } = useAccount()
  const { connector, address, type, allAccounts } = account
  const { name = shortenAddress(address) } = useIdentity(address)
  const [opened, setOpened] = useRemembered<string | undefined>('Wallets.opened', undefined)
  const panel = useId()
  const relay = useReadable(latchkey.pairing.relay)
  const isAway = connector.type === 'walletConnect' && (relay === 'down' || relay === 'refused')
  const isInUse = inUse?.connector.id === connector.id
  const isOpen = opened === connector.id

  function choose(): void {
    const { modal } = latchkey
    if (!isInUse) select({ connectorId: connector.id })
    if (modal.getState().history.length > 1) modal.goBack()
  }

  return (
    <li className="wallets-item" data-active={active || undefined}>
      <div className="wallets-row">
        <button
          type="button"
          className="wallets-main"
          data-key={connector.id}
          aria-current={isInUse || undefined}
          onClick={choose}
        >
          <WalletPicture name={connector.name} icon={connector.icon} />
          <span className="row-text">
            <span className="row-title" translate="no">
              {connector.name}
            </span>
            <span className="row-subtitle">
              <bdi translate="no">{name}</bdi>
              {allAccounts.some((known) => known.type !== 'eoa') && <> · {t(`accountType.${type}`)}</>}
            </span>
            {isAway && <span className="row-subtitle">{t('wallets.unreachable')}</span>}
          </span>
          {(isInUse || active) && (
            <span className="wallets-mark" data-used={isInUse || undefined}>
              <Icon name="check" />
              <span className="sr">{t(isInUse ? 'wallets.inUse' : 'wallets.active')}</span>
            </span>
          )}
        </button>
        <button
          type="button"
          className="icon-button wallets-more"
          aria-expanded={isOpen}
          aria-controls={panel}
          aria-label={t('wallets.more', { wallet: connector.name })}
          onClick={() => setOpened(isOpen ? undefined : connector.id)}
        >
          <Icon name="down" />
        </button>
      </div>
      <div id={panel} hidden={!isOpen}>
        {isOpen && <ConnectionPanel account={account} />}
      </div>
    </li>
  )
}
