import { useEffect, useState } from 'preact/hooks'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import { useNow } from '../ui/useNow.ts'
import { Failure } from './Failure.tsx'
import type { WithStepUp } from './StepUp.tsx'
import { useCall } from './useCall.ts'
import type { WindowCalls } from './WindowCalls.ts'

export type DeviceTransferFlowProps = {
  calls: WindowCalls
  withStepUp: WithStepUp
  onDone: () => void
  onStop: () => void
}

type Offer = { code: string; expiresAt: string }

/** Device transfer: a code to enter on the new device, a number to compare, one click. */
export function DeviceTransferFlow({ calls, withStepUp, onDone, onStop }: DeviceTransferFlowProps) {
  const { t, format } = useScope()
  const [offer, setOffer] = useState<Offer | null>(null)
  const [answer, setAnswer] = useState<{ device: string; matchNumber: string } | null>(null)
  const start = useCall(async () => {
    setAnswer(null)
    setOffer(await withStepUp(() => calls.startHandover()))
  })
  const wait = useCall(async () => setAnswer(await calls.waitForHandover()))
  const approve = useCall(async () => {
    await calls.approveHandover()
    onDone()
  })
  const expiresAt = offer === null ? 0 : Date.parse(offer.expiresAt)
  const now = useNow(expiresAt)
  const expired = offer !== null && now >= expiresAt
  const { run: waitOnce } = wait
  useEffect(() => {
    if (offer !== null) waitOnce()
  }, [offer])

  if (offer === null || expired) {
    return (
      <>
        <Failure failure={start.failure} />
        <p class="sheet-text">{expired ? t('handover.expired') : t('handover.intro')}</p>
        <Button icon="device" busy={start.busy} onClick={() => start.run()}>
          {expired ? t('handover.again') : t('handover.start')}
        </Button>
        <Button kind="quiet" onClick={onStop}>
          {t('cancel')}
        </Button>
      </>
    )
  }
  if (answer !== null) {
    return (
      <>
        <Failure failure={approve.failure} />
        <p class="sheet-text">{t('handover.compare', { device: answer.device })}</p>
        <p class="big-number" translate={false} dir="ltr">
          {answer.matchNumber}
        </p>
        <div class="pair">
          <Button kind="secondary" disabled={approve.busy} onClick={onStop}>
            {t('handover.reject')}
          </Button>
          <Button busy={approve.busy} onClick={() => approve.run()}>
            {approve.busy ? t('handover.busy') : t('handover.approve')}
          </Button>
        </div>
      </>
    )
  }
  return (
    <>
      <Failure failure={wait.failure} />
      <p class="sheet-text">{t('handover.text')}</p>
      <p class="secret" translate={false} dir="ltr">
        {offer.code}
      </p>
      <Note tone="warn">{t('handover.warning')}</Note>
      <CopyButton kind="secondary" text={offer.code} label={t('handover.copy')} />
      <p class="status-line figures" role={wait.failure === null ? 'timer' : undefined}>
        {wait.failure === null && t('handover.waiting', { time: format.countdown(expiresAt - now) })}
      </p>
      <Button kind="quiet" onClick={onStop}>
        {t('cancel')}
      </Button>
    </>
  )
}
