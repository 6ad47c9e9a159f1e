import type { ComponentChildren } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import { Failure } from './Failure.tsx'
import { SecretForm } from './SecretForm.tsx'
import { Tabs } from './Tabs.tsx'
import { useCall } from './useCall.ts'
import { type SecondTry, useSecondTry } from './useSecondTry.ts'
import type { WindowCalls } from './WindowCalls.ts'
import { WindowLayout } from './WindowLayout.tsx'

/** Runs an action. If the server is unreachable, unlocks the wallet without it and runs the action again. */
export type WithoutServer = SecondTry

/** Lets a page run actions that need the server's permission, but not if the server is gone. */
export function useOffline({ calls, origin }: { calls: WindowCalls; origin: string }): {
  withoutServer: WithoutServer
  /** The page that offers it, while visible; it replaces the calling page. */
  page: ComponentChildren | null
} {
  const { attempt, isWaiting, again, giveUp } = useSecondTry('network_request_failed')
  return {
    withoutServer: attempt,
    page: isWaiting ? (
      <OfflinePage calls={calls} origin={origin} onOpen={again} onCancel={() => giveUp('network_request_failed')} />
    ) : null,
  }
}

type OfflinePageProps = { calls: WindowCalls; origin: string; onOpen: () => void; onCancel: () => void }

type Way = 'passkey' | 'backupCode' | 'password'

/** Unlocks the wallet with this device and one of its recovery factors. */
function OfflinePage({ calls, origin, onOpen, onCancel }: OfflinePageProps) {
  const { t } = useScope()
  const panel = useId()
  const [ways, setWays] = useState<readonly Way[] | null>(null)
  const [chosen, setChosen] = useState<Way | null>(null)
  const read = useCall(async () => setWays((await calls.offlineWays()).methods))
  const passkey = useCall(async () => {
    await calls.openOffline({ by: 'passkey' })
    onOpen()
  })
  const { run: readWays } = read
  useEffect(() => readWays(), [calls])
  const way = chosen ?? ways?.[0] ?? null
  return (
    <WindowLayout title={t('offline.title')} text={t('offline.text')} origin={origin}>
      <Failure failure={read.failure ?? passkey.failure} />
      {ways?.length === 0 && <Note tone="warn">{t('offline.none')}</Note>}
      {ways !== null && ways.length > 1 && way !== null && (
        <Tabs
          label={t('unlock.method')}
          panel={panel}
          tabs={ways.map((id) => ({ id, text: t(id === 'passkey' ? 'offline.passkey' : `unlock.${id}`) }))}
          selected={way}
          onSelect={(next) => {
            passkey.clear()
            setChosen(next)
          }}
        />
      )}
      {way !== null && (
        <div
          class="stack"
          id={panel}
          {...((ways?.length ?? 0) > 1 ? { role: 'tabpanel', 'aria-labelledby': `${panel}-${way}` } : {})}
        >
          {way === 'passkey' ? (
            <Button icon="finger" busy={passkey.busy} onClick={() => passkey.run()}>
              {t('offline.open')}
            </Button>
          ) : (
            <SecretForm
              key={way}
              kind={way}
              label={t('offline.open')}
              open={async (text) => {
                await calls.openOffline(way === 'backupCode' ? { by: way, code: text } : { by: way, password: text })
                onOpen()
              }}
            />
          )}
        </div>
      )}
      <Button kind="quiet" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </WindowLayout>
  )
}
