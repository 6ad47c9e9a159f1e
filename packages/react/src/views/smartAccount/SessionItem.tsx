import type { Permission, PermissionToken } from '@latchkey/core'
import { useId } from 'react'
import { useLatchkeyContext } from '../../context/LatchkeyContext.ts'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { formatDay } from './formatDay.ts'
import { SessionPanel } from './SessionPanel.tsx'

export type SessionItemProps = {
  session: Permission
  tokens: Readonly<Record<string, PermissionToken>>
  /** The permission that is expanded at first. */
  initially: string | undefined
}

/** A permission as a row with its app and its expiry; its panel lists the rights. */
export function SessionItem({ session, tokens, initially }: SessionItemProps) {
  const { t } = useModalScope()
  const { locale } = useLatchkeyContext()
  const [opened, setOpened] = useRemembered<string | undefined>('SmartSessionList.opened', initially)
  const panel = useId()
  const { pci, project, status, expiry, revokedAt } = session
  const isOpen = opened === pci
  const time = formatDay({ seconds: (status === 'revoked' ? revokedAt : undefined) ?? expiry, locale })
  return (
    <li className="session" data-status={status}>
      <button
        type="button"
        className="session-row"
        data-key={pci}
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpened(isOpen ? undefined : pci)}
      >
        <Picture src={project.iconUrl} name={project.name} shape="square" />
        <span className="row-text">
          <span className="row-title">
            <bdi translate="no">{project.name}</bdi>
          </span>
          {project.url !== null && (
            <span className="row-subtitle">
              <bdi translate="no">{hostOf(project.url)}</bdi>
            </span>
          )}
          <span className="row-subtitle">{t(`sessions.${status === 'active' ? 'until' : status}`, { time })}</span>
        </span>
        <Icon name="down" />
      </button>
      <div id={panel} hidden={!isOpen}>
        {isOpen && <SessionPanel session={session} tokens={tokens} />}
      </div>
    </li>
  )
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
