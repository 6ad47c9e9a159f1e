import type { Permission, PermissionToken } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { Detail, Details } from '../../ui/Details.tsx'
import { focusTitle } from '../../ui/focusTitle.ts'
import { Icon } from '../../ui/Icon.tsx'
import { AllowanceItem } from './AllowanceItem.tsx'
import { CallItem } from './CallItem.tsx'
import { useTokenAmount } from './useTokenAmount.ts'

export type SessionPanelProps = { session: Permission; tokens: Readonly<Record<string, PermissionToken>> }

/** The rights of a permission in words, and a button that revokes it after a confirmation. */
export function SessionPanel({ session, tokens }: SessionPanelProps) {
  const { latchkey, t } = useModalScope()
  const [isAsking, setAsking] = useState(false)
  const [isRevoking, setRevoking] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const amountOf = useTokenAmount(tokens)
  const { pci, permissions, createdAt, expiry, project, status } = session

  /** Shows or hides the confirmation, and moves the focus with it. */
  function ask(asking: boolean): void {
    flushSync(() => setAsking(asking))
    panel.current?.querySelector<HTMLElement>('.session-confirm .btn, .session-revoke')?.focus()
  }

  async function revoke(): Promise<void> {
    const root = panel.current?.getRootNode()
    setRevoking(true)
    try {
      await latchkey.permissions.revoke({ pci })
      setTimeout(() => focusTitle(root))
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      latchkey.modal.toast({ kind: 'error', message: error.message, code: error.code })
    } finally {
      setRevoking(false)
    }
  }

  return (
    <div ref={panel} className="session-panel">
      <ul className="session-list">
        {permissions.map((permission, index) =>
          permission.type === 'contract-call' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: permissions never change
            <CallItem key={index} call={permission} amountOf={amountOf} />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: permissions never change
            <AllowanceItem key={index} session={session} allowance={permission} amountOf={amountOf} />
          ),
        )}
      </ul>
      <Details>
        <Detail name={t('sessions.granted')}>
          <Time seconds={createdAt} />
        </Detail>
        {status === 'active' && (
          <Detail name={t('sessions.end')}>
            <Time seconds={expiry} />
          </Detail>
        )}
      </Details>
      {status === 'active' &&
        (isAsking ? (
          <div className="session-confirm">
            <p className="session-what">{t('sessions.revoke.title', { app: project.name })}</p>
            <p className="session-how">{t('sessions.revoke.text', { app: project.name })}</p>
            <div className="pair">
              <Button kind="secondary" disabled={isRevoking} onClick={() => ask(false)}>
                {t('sessions.revoke.keep')}
              </Button>
              <Button kind="danger" busy={isRevoking} onClick={() => void revoke()}>
                {t('sessions.revoke')}
              </Button>
            </div>
          </div>
        ) : (
          <button type="button" className="session-revoke" onClick={() => ask(true)}>
            <Icon name="close" />
            {t('sessions.revoke')}
          </button>
        ))}
    </div>
  )
}

function Time({ seconds }: { seconds: number }) {
  const { format } = useModalScope()
  return <time dateTime={new Date(seconds * 1000).toISOString()}>{format.dateTime(seconds * 1000)}</time>
}
