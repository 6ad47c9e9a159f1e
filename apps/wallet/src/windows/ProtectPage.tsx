import { useState } from 'preact/hooks'
import { useScope } from '../ui/Scope.ts'
import { BackupCodeFlow } from './BackupCodeFlow.tsx'
import { Outcome } from './Outcome.tsx'
import { useStepUp } from './StepUp.tsx'
import type { WindowCalls, WindowState } from './WindowCalls.ts'
import { WindowLayout } from './WindowLayout.tsx'

/** `/w/protect`: a backup code, for whom a passkey is not the way. */
export function ProtectPage({ calls, state }: { calls: WindowCalls; state: WindowState }) {
  const { t } = useScope()
  const [isDone, setDone] = useState(false)
  const { origin } = state.app
  const { withStepUp, page } = useStepUp({ calls, origin, provider: state.provider })
  if (isDone) return <Outcome title={t('backup.done.title')} text={t('backup.done.text')} origin={origin} />
  return (
    <>
      {page}
      {/* Stays where it is while the confirmation is asked for: it holds the code that was shown. */}
      <div hidden={page !== null}>
        <WindowLayout title={t('backup.title')} origin={origin}>
          <BackupCodeFlow calls={calls} withStepUp={withStepUp} onDone={() => setDone(true)} />
        </WindowLayout>
      </div>
    </>
  )
}
