import { useEffect, useState } from 'preact/hooks'
import { Button } from '../ui/Button.tsx'
import { useScope } from '../ui/Scope.ts'
import { Failure } from './Failure.tsx'
import { Outcome } from './Outcome.tsx'
import { useStepUp } from './StepUp.tsx'
import { useCall } from './useCall.ts'
import type { WindowCalls, WindowState } from './WindowCalls.ts'
import { WindowLayout } from './WindowLayout.tsx'

/** `/w/unlock`: the step-up that unlocks a locked wallet, if the engine cannot prove that a card is really visible. */
export function UnlockPage({ calls, state }: { calls: WindowCalls; state: WindowState }) {
  const { t } = useScope()
  const { origin } = state.app
  const [isOpen, setOpen] = useState(false)
  const { withStepUp, page } = useStepUp({ calls, origin, provider: state.provider, reason: 'unlock' })
  const open = useCall(async () => {
    await withStepUp(() => calls.unlock())
    setOpen(true)
    // Nothing is left to do. If the browser keeps the window open, it shows the outcome.
    window.close()
  })
  const { run } = open
  useEffect(() => run(), [calls])
  if (isOpen) return <Outcome title={t('unlockWindow.done.title')} text={t('unlockWindow.done.text')} origin={origin} />
  return (
    <>
      {page}
      <div hidden={page !== null}>
        <WindowLayout title={t('unlockWindow.title')} text={t('unlockWindow.text')} origin={origin}>
          <Failure failure={open.failure} />
          <Button busy={open.busy} onClick={() => run()}>
            {t('unlockWindow.again')}
          </Button>
        </WindowLayout>
      </div>
    </>
  )
}
