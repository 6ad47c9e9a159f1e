import { useState } from 'preact/hooks'
import { useScope } from '../ui/Scope.ts'
import { BackupCodeFlow } from './BackupCodeFlow.tsx'
import { Outcome } from './Outcome.tsx'
import { useStepUp } from './StepUp.tsx'
import type { WindowCalls, WindowState } from './WindowCalls.ts'
import { WindowLayout } from './WindowLayout.tsx'

/** `/w/protect`: a backup code, for visitors who cannot use a passkey. */
export function ProtectPage({ calls, state }: { calls: WindowCalls; state: WindowState }) {
  const { t } = useScope()
  const [isDone, setDone] = useState(false)
  const { origin } = state.app
  const { withStepUp, page } = useStepUp({ calls, origin, provider: state.provider })
  if (isDone) return <Outcome title={t('backup.done.title')} text={t('backup.done.text')} origin={origin} />
  return (
    <>
      {page}
      {/* Stays mounted during the step-up, because it holds the shown code. */}
      <div hidden={page !== null}>
        <WindowLayout title={t('backup.title')} origin={origin}>
          <BackupCodeFlow calls={calls} withStepUp={withStepUp} onDone={() => setDone(true)} />
        </WindowLayout>
      </div>
    </>
  )
}
