import type { ConnectedAccount } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useConnections } from '../../hooks/useConnections.ts'
import { useReadable } from '../../store/useReadable.ts'
import { Button } from '../../ui/Button.tsx'
import { focusTitle } from '../../ui/focusTitle.ts'
import { Icon } from '../../ui/Icon.tsx'
import { LeaveNote } from '../../ui/LeaveNote.tsx'
import { WalletAddress } from './WalletAddress.tsx'

export type ConnectionPanelProps = { account: ConnectedAccount }

/** The addresses of a connected wallet, and a button that disconnects it after a confirmation. */
export function ConnectionPanel({ account }: ConnectionPanelProps) {
  const { latchkey, t } = useModalScope()
  const { account: inUse } = useAccount()
  const { select, selectAddress, disconnect } = useConnections()
  const [isAsking, setAsking] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const { connector, allAccounts, address } = account
  const wallet = connector.name
  const { isProtected } = useReadable(latchkey.email)
  const isAtRisk = connector.type === 'embedded' && isProtected === false

  function choose(chosen: string): void {
    if (inUse?.connector.id !== connector.id) select({ connectorId: connector.id })
    selectAddress({ address: chosen })
  }

  /** Shows or hides the confirmation, and moves the focus with it. */
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
          <WalletAddress
            key={`${own} ${type}`}
            address={own}
            type={allAccounts.some((known) => known.type !== 'eoa') ? type : undefined}
            inUse={own === address}
            marked={own === address && allAccounts.length > 1}
            onChoose={() => choose(own)}
          />
        ))}
      </ul>
      {isAsking ? (
        <div className="wallets-confirm">
          <p>{t('wallets.confirm', { wallet })}</p>
          {isAtRisk && <LeaveNote />}
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
