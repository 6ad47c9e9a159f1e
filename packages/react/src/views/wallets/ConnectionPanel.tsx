import type { ConnectedAccount } from '@latchkey/core'
import { LatchkeyError, shortenAddress } from '@latchkey/protocol'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useConnections } from '../../hooks/useConnections.ts'
import { Identicon } from '../../identicon/Identicon.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { focusTitle } from '../../ui/focusTitle.ts'
import { Icon } from '../../ui/Icon.tsx'

/** What {@link ConnectionPanel} takes. */
export type ConnectionPanelProps = { account: ConnectedAccount }

/** The addresses of a connected wallet, and leaving it; leaving asks once more, in place. */
export function ConnectionPanel({ account }: ConnectionPanelProps) {
  const { latchkey, t } = useModalScope()
  const { account: inUse } = useAccount()
  const { select, selectAddress, disconnect } = useConnections()
  const [isAsking, setAsking] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const { connector, allAccounts, address } = account
  const wallet = connector.name

  function choose(chosen: string): void {
    if (inUse?.connector.id !== connector.id) select({ connectorId: connector.id })
    selectAddress({ address: chosen })
  }

  /** Asks, or goes on without; the focus goes along. */
  function ask(asking: boolean): void {
    flushSync(() => setAsking(asking))
    panel.current?.querySelector<HTMLElement>('.wallets-confirm .btn, .wallets-leave')?.focus()
  }

  async function leave(): Promise<void> {
    const root = panel.current?.getRootNode()
    setLeaving(true)
    try {
      await disconnect({ connectorId: connector.id })
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      latchkey.modal.toast({ kind: 'error', message: error.message, code: error.code })
    } finally {
      setLeaving(false)
      setTimeout(() => focusTitle(root))
    }
  }

  return (
    <div ref={panel} className="wallets-panel">
      <ul className="wallets-addresses" aria-label={t('wallets.addresses', { wallet })}>
        {allAccounts.map(({ address: own, type }) => (
          <li key={`${own} ${type}`} className="wallets-address">
            <button
              type="button"
              className="wallets-choose"
              aria-current={own === address || undefined}
              onClick={() => choose(own)}
            >
              <Identicon address={own} className="wallets-avatar" />
              <span translate="no">{shortenAddress(own)}</span>
              {allAccounts.some((known) => known.type !== 'eoa') && (
                <span className="wallets-type">{t(`accountType.${type}`)}</span>
              )}
              {own === address && allAccounts.length > 1 && <Icon name="check" />}
            </button>
            <CopyButton text={own} label={t('copy.address')} />
          </li>
        ))}
      </ul>
      {isAsking ? (
        <div className="wallets-confirm">
          <p>{t('wallets.confirm', { wallet })}</p>
          <div className="pair">
            <Button kind="secondary" onClick={() => ask(false)}>
              {t('wallets.keep')}
            </Button>
            <Button kind="danger" busy={isLeaving} onClick={() => void leave()}>
              {t('account.disconnect')}
            </Button>
          </div>
        </div>
      ) : (
        <button type="button" className="wallets-leave" onClick={() => ask(true)}>
          <Icon name="power" />
          {t('account.disconnect')}
        </button>
      )}
    </div>
  )
}
