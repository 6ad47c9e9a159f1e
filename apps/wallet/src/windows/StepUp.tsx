import type { ErrorCode } from '@latchkey/protocol'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../ui/Button.tsx'
import { useScope } from '../ui/Scope.ts'
import { CallForm } from './CallForm.tsx'
import { Failure } from './Failure.tsx'
import { TextField } from './TextField.tsx'
import { useCall } from './useCall.ts'
import { type SecondTry, useSecondTry } from './useSecondTry.ts'
import type { WindowCalls } from './WindowCalls.ts'
import { WindowLayout } from './WindowLayout.tsx'

/** Runs an action; where the server wants a confirmation first, asks for it and runs the action again. */
export type WithStepUp = SecondTry

/** What {@link useStepUp} answers. */
export type UseStepUpReturnType = {
  withStepUp: WithStepUp
  /** The page that asks, while it does; it stands in place of the page that needs it. */
  page: ComponentChildren | null
}

/** Lets a page run actions that need a fresh confirmation. */
export function useStepUp({ calls, origin }: { calls: WindowCalls; origin: string }): UseStepUpReturnType {
  const { attempt, isWaiting, again, giveUp } = useSecondTry('step_up_required')
  return {
    withStepUp: attempt,
    page: isWaiting ? <StepUpPage calls={calls} origin={origin} onDone={again} onCancel={giveUp} /> : null,
  }
}

/** What {@link StepUpPage} takes. */
type StepUpPageProps = { calls: WindowCalls; origin: string; onDone: () => void; onCancel: (code: ErrorCode) => void }

/** Asks for a passkey, or for a code by mail. */
function StepUpPage({ calls, origin, onDone, onCancel }: StepUpPageProps) {
  const { t } = useScope()
  const [isSent, setSent] = useState(false)
  const [otp, setOtp] = useState('')
  const passkey = useCall(async () => {
    const { freshUntil } = await calls.stepUp({ by: 'passkey' })
    if (freshUntil !== null) onDone()
  })
  const send = useCall(async () => {
    await calls.stepUp({ by: 'code', otp: null })
    setSent(true)
  })
  const confirm = useCall(async () => {
    const { freshUntil } = await calls.stepUp({ by: 'code', otp })
    if (freshUntil !== null) onDone()
  })
  const busy = passkey.busy || send.busy || confirm.busy
  const failure = passkey.failure ?? send.failure ?? confirm.failure
  return (
    <WindowLayout title={t('stepUpWindow.title')} text={t('stepUpWindow.text')} origin={origin}>
      <Failure failure={failure} />
      {isSent ? (
        <CallForm call={confirm} ready={otp.length === 6} label={t('stepUpWindow.confirm')}>
          <TextField
            kind="digits"
            label={t('code.field')}
            hint={t('stepUpWindow.sent')}
            value={otp}
            wrong={confirm.failure !== null}
            onInput={setOtp}
          />
        </CallForm>
      ) : (
        <>
          <Button icon="finger" busy={passkey.busy} disabled={busy} onClick={() => passkey.run()}>
            {t('stepUpWindow.passkey')}
          </Button>
          <Button kind="secondary" icon="mail" busy={send.busy} disabled={busy} onClick={() => send.run()}>
            {t('stepUpWindow.code')}
          </Button>
        </>
      )}
      <Button
        kind="quiet"
        onClick={() => onCancel(failure?.code === 'network_request_failed' ? failure.code : 'step_up_required')}
      >
        {t('cancel')}
      </Button>
    </WindowLayout>
  )
}
