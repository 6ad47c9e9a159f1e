import { type ErrorCode, providerNames, type SocialProvider } from '@latchkey/protocol'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../ui/Button.tsx'
import { useScope } from '../ui/Scope.ts'
import { CallForm } from './CallForm.tsx'
import { Failure } from './Failure.tsx'
import { ProviderFlow } from './ProviderFlow.tsx'
import { TextField } from './TextField.tsx'
import { useCall } from './useCall.ts'
import { type SecondTry, useSecondTry } from './useSecondTry.ts'
import type { StepUpStart, WindowCalls } from './WindowCalls.ts'
import { WindowLayout } from './WindowLayout.tsx'

/** Runs an action. If the server requires a step-up first, asks for it and runs the action again. */
export type WithStepUp = SecondTry

export type UseStepUpReturnType = {
  withStepUp: WithStepUp
  /** The page that asks, while visible; it replaces the calling page. */
  page: ComponentChildren | null
}

/** Lets a page run actions that need a step-up. */
export function useStepUp({
  calls,
  origin,
  provider,
  reason = 'change',
}: Pick<StepUpPageProps, 'calls' | 'origin' | 'provider'> &
  Partial<Pick<StepUpPageProps, 'reason'>>): UseStepUpReturnType {
  const { attempt, isWaiting, again, giveUp } = useSecondTry('step_up_required')
  return {
    withStepUp: attempt,
    page: isWaiting ? <StepUpPage {...{ calls, origin, provider, reason }} onDone={again} onCancel={giveUp} /> : null,
  }
}

type StepUpPageProps = {
  calls: WindowCalls
  origin: string
  /** Provider of the login. */
  provider: SocialProvider | null
  /** Reason of the step-up: a change, or a locked wallet. */
  reason: 'change' | 'unlock'
  onDone: () => void
  onCancel: (code: ErrorCode) => void
}

/** Asks for a passkey, for a mailed code, or, from an account without an address, for its provider. */
function StepUpPage({ calls, origin, provider, reason, onDone, onCancel }: StepUpPageProps) {
  const { t } = useScope()
  const text = t(reason === 'unlock' ? 'unlockWindow.text' : 'stepUpWindow.text')
  const title = t(reason === 'unlock' ? 'unlockWindow.title' : 'stepUpWindow.title')
  const [started, setStarted] = useState<StepUpStart | null>(null)
  const [otp, setOtp] = useState('')
  const passkey = useCall(async () => {
    const { freshUntil } = await calls.stepUp({ by: 'passkey' })
    if (freshUntil !== null) onDone()
  })
  const start = useCall(async () => setStarted(await calls.startStepUp()))
  const confirm = useCall(async () => {
    const { freshUntil } = await calls.stepUp({ by: 'code', otp })
    if (freshUntil !== null) onDone()
  })
  const busy = passkey.busy || start.busy || confirm.busy
  const failure = passkey.failure ?? start.failure ?? confirm.failure
  const cancel = () => onCancel(failure?.code === 'network_request_failed' ? failure.code : 'step_up_required')
  if (started?.method === 'social') {
    return (
      <WindowLayout
        title={t('social.heading', { provider: providerNames[started.provider] })}
        text={text}
        origin={origin}
      >
        <ProviderFlow
          provider={started.provider}
          attempt={started.attempt}
          begin={async () => {
            const next = await calls.startStepUp()
            return next.method === 'social' ? next.attempt : started.attempt
          }}
          finish={calls.finishSocial}
          onDone={onDone}
          onStop={cancel}
        />
      </WindowLayout>
    )
  }
  return (
    <WindowLayout title={title} text={text} origin={origin}>
      <Failure failure={failure} />
      {started !== null ? (
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
          <Button
            kind="secondary"
            icon={provider === null ? 'mail' : 'external'}
            busy={start.busy}
            disabled={busy}
            onClick={() => start.run()}
          >
            {provider === null
              ? t('stepUpWindow.code')
              : t('stepUpWindow.social', { provider: providerNames[provider] })}
          </Button>
        </>
      )}
      <Button kind="quiet" onClick={cancel}>
        {t('cancel')}
      </Button>
    </WindowLayout>
  )
}
