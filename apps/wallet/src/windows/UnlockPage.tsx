import { useEffect, useState } from 'preact/hooks'
import { Button } from '../ui/Button.tsx'
import { useScope } from '../ui/Scope.ts'
import { Failure } from './Failure.tsx'
import { Outcome } from './Outcome.tsx'
import { useStepUp } from './StepUp.tsx'
import { useCall } from './useCall.ts'
import type { WindowCalls, WindowState } from './WindowCalls.ts'
import { WindowLayout } from './WindowLayout.tsx'

/** `/w/unlock`: the confirmation that opens a locked wallet, where the engine cannot tell whether a card is really seen. */
export function UnlockPage({ calls, state }: { calls: WindowCalls; state: WindowState }) {
  const { t } = useScope()
  const { origin } = state.app
  const [isOpen, setOpen] = useState(false)
  const { withStepUp, page } = useStepUp({ calls, origin, provider: state.provider, reason: 'unlock' })
  const open = useCall(async () => {
    await withStepUp(() => calls.unlock())
    setOpen(true)
    // Nothing is left to do here. Where a browser keeps the window open, it says what came of it.
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
