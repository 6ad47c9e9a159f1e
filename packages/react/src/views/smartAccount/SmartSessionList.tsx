import type { Permission } from '@latchkey/core'
import { useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { type UsePermissionsReturnType, usePermissions } from '../../hooks/usePermissions.ts'
import { Button } from '../../ui/Button.tsx'
import { Freshness } from '../../ui/Freshness.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { SessionItem } from './SessionItem.tsx'

/** The permissions of apps for the active account: active ones first, then those that have ended. */
export function SmartSessionList() {
  const { t } = useModalScope()
  const sessions = usePermissions()
  const { data, error, refresh } = sessions
  const [isBusy, setBusy] = useState(false)
  const active = data?.filter(({ status }) => status === 'active') ?? []
  const over = data?.filter(({ status }) => status !== 'active') ?? []

  async function read(): Promise<void> {
    setBusy(true)
    await refresh()
    setBusy(false)
  }

  return (
    <div className="view">
      {data?.length !== 0 && <p className="lead">{t('sessions.lead')}</p>}
      <Freshness resource={sessions} onRetry={() => void refresh()} />
      {data === undefined ? (
        error === undefined && <SkeletonRows count={3} square />
      ) : data.length === 0 ? (
        <Hero icon="shield" title={t('sessions.empty.title')} text={t('sessions.empty.text')} />
      ) : (
        <>
          <Part title={t('sessions.active')} own={active} sessions={sessions} />
          <Part title={t('sessions.over')} own={over} sessions={sessions} />
        </>
      )}
      {data !== undefined && error === undefined && (
        <Button kind="quiet" icon="retry" busy={isBusy} onClick={() => void read()}>
          {t('sessions.refresh')}
        </Button>
      )}
    </div>
  )
}

function Part({
  title,
  own,
  sessions: { tokens, data },
}: {
  title: string
  own: readonly Permission[]
  sessions: UsePermissionsReturnType
}) {
  if (own.length === 0) return null
  const only = data?.length === 1 ? data[0]?.pci : undefined
  return (
    <section className="session-part">
      <h3 className="session-title">{title}</h3>
      <ul className="session-items">
        {own.map((session) => (
          // Expand a single permission: it is the reason for the visit.
          <SessionItem key={session.pci} session={session} tokens={tokens} initially={only} />
        ))}
      </ul>
    </section>
  )
}
