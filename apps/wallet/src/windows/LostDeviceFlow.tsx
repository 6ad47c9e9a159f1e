import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import { Failure } from './Failure.tsx'
import type { WithStepUp } from './StepUp.tsx'
import { useCall } from './useCall.ts'
import type { WindowCalls } from './WindowCalls.ts'

export type LostDeviceFlowProps = { calls: WindowCalls; withStepUp: WithStepUp; onDone: () => void; onStop: () => void }

/** Renews the data key, which removes every other device, and explains the effect and its limits. */
export function LostDeviceFlow({ calls, withStepUp, onDone, onStop }: LostDeviceFlowProps) {
  const { t } = useScope()
  const rotate = useCall(async () => {
    await withStepUp(() => calls.rotate())
    onDone()
  })
  return (
    <>
      <p class="sheet-text">{t('lost.text')}</p>
      <p class="sheet-text">{t('lost.keep')}</p>
      <p class="sheet-text">{t('lost.undo')}</p>
      <Note tone="warn">{t('lost.value')}</Note>
      <Failure failure={rotate.failure} />
      <Button busy={rotate.busy} onClick={() => rotate.run()}>
        {rotate.busy ? t('lost.busy') : t('lost.confirm')}
      </Button>
      <Button kind="quiet" disabled={rotate.busy} onClick={onStop}>
        {t('cancel')}
      </Button>
    </>
  )
}
