import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { amountText } from '../cards/approval/amountText.ts'
import { PermissionLines } from '../cards/approval/PermissionLines.tsx'
import type { ListedPermission } from '../permissions/createPermissionStore.ts'
import { Button } from '../ui/Button.tsx'
import { Fold } from '../ui/Fold.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import { ConfirmNote } from './ConfirmNote.tsx'
import { Failure } from './Failure.tsx'
import { useCall } from './useCall.ts'
import type { WindowCalls } from './WindowCalls.ts'

/** Times from here on are beyond any calendar. Unix seconds. */
const lastTime = 8_640_000_000_000
/** Expired permissions that are shown, of which there may be hundreds. */
const mostOver = 5

type PermissionCalls = Pick<WindowCalls, 'appSessions' | 'sessionEndPrice' | 'endSession'>
type List = Awaited<ReturnType<PermissionCalls['appSessions']>>
type Price = Awaited<ReturnType<PermissionCalls['sessionEndPrice']>>

/** Permissions of apps on all networks: the used amounts, and revoking them. Loaded separately, because it needs the networks. */
export function PermissionSection({ calls }: { calls: PermissionCalls }) {
  const { t } = useScope()
  const [list, setList] = useState<List | null>(null)
  const [asked, setAsked] = useState<{ pci: string; price: Price } | null>(null)
  const read = useCall(async () => setList(await calls.appSessions()))
  const { run: refresh } = read
  useEffect(() => refresh(), [calls])
  const ask = useCall(async (session: ListedPermission) =>
    setAsked({ pci: session.pci, price: await calls.sessionEndPrice(keyOf(session)) }),
  )
  const end = useCall(async (session: ListedPermission) => {
    try {
      await calls.endSession(keyOf(session))
    } finally {
      setAsked(null)
      refresh()
    }
  })
  const isOver = ({ state }: ListedPermission) => state === 'over' || state === 'revoked'
  const sessions = list?.sessions ?? []
  const shown = [...sessions.filter((one) => !isOver(one)), ...sessions.filter(isOver).slice(0, mostOver)]
  return (
    <section class="section">
      <h2 class="section-title">{t('sessions.title')}</h2>
      <Failure failure={read.failure ?? ask.failure ?? end.failure} />
      {list === null ? (
        read.failure === null ? (
          <>
            <p class="status-line" role="status">
              {t('security.reading')}
            </p>
            <span class="skeleton" data-shape="box" />
          </>
        ) : (
          <Button kind="secondary" onClick={() => refresh()}>
            {t('retry')}
          </Button>
        )
      ) : (
        <>
          <p class="section-text">
            {t(shown.length === 0 && list.failed.length === 0 ? 'sessions.none' : 'sessions.text')}
          </p>
          {list.failed.length > 0 && (
            <Note tone="warn">{t('sessions.failed', { networks: list.failed.join(', ') })}</Note>
          )}
          <ul class="list">
            {shown.map((session) => (
              <li key={session.pci} class="stack">
                <Entry session={session}>
                  {!isOver(session) && asked?.pci !== session.pci && (
                    <Button kind="quiet" disabled={ask.busy || end.busy} onClick={() => ask.run(session)}>
                      {t('approve.end')}
                    </Button>
                  )}
                </Entry>
                {asked?.pci === session.pci && (
                  <ConfirmNote
                    label={end.busy ? t('sessions.ending') : t('approve.end')}
                    busy={end.busy}
                    onKeep={() => setAsked(null)}
                    onConfirm={() => end.run(session)}
                  >
                    {t('sessions.endAsk', { name: session.app })} <Cost price={asked.price} />
                  </ConfirmNote>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function keyOf({ pci, chainId, account }: ListedPermission) {
  return { pci, chainId, account }
}

function Cost({ price }: { price: Price }) {
  const { t } = useScope()
  if (price === null) return null
  if (price.sponsor !== null) return <>{t('approve.paidFor', { name: price.sponsor })}</>
  return <>{t('sessions.cost', { amount: price.cost ?? '' })}</>
}

function Entry({ session, children }: { session: ListedPermission; children: ComponentChildren }) {
  const scope = useScope()
  const { t, format } = scope
  const { app, network, permissions, used, state } = session
  const { expiry, lines } = permissions
  const isOver = state === 'over' || state === 'revoked'
  return (
    <>
      <div class="entry">
        <span class="row-mark">
          <Icon name="key" />
        </span>
        <span class="row-text">
          <bdi class="row-title" translate={false}>
            {app}
          </bdi>
          <span class="row-subtitle">
            <bdi translate={false}>{network}</bdi>
            {' · '}
            {expiry > lastTime ? t('permission.noEnd') : t('sessions.until', { time: format.dateTime(expiry * 1000) })}
          </span>
        </span>
        {isOver && <span class="tag">{t(`sessions.${state}`)}</span>}
        {children}
      </div>
      {state === 'half' && <Note tone="warn">{t('sessions.half')}</Note>}
      {!isOver &&
        (lines.length === 0 ? (
          <Note tone="warn">{t('permission.unread')}</Note>
        ) : (
          <Fold title={t('permission.may')} open={lines.length === 1}>
            <PermissionLines
              lines={lines}
              below={(index) => {
                const [line, count] = [lines[index], used[index]]
                if (line?.kind !== 'allowance' || !count) return null
                const write = (text: string) => amountText({ scope, asset: line.asset, text })
                return (
                  <p class="row-subtitle">
                    {t('sessions.used', { used: write(count.used), limit: write(count.limit) })}
                  </p>
                )
              }}
            />
          </Fold>
        ))}
    </>
  )
}
