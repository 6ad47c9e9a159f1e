import { providerNames } from '@latchkey/protocol'
import type { ComponentChildren } from 'preact'
import { Button } from '../ui/Button.tsx'
import { Detail, Details } from '../ui/Details.tsx'
import { ProviderMark } from '../ui/ProviderMark.tsx'
import { useScope } from '../ui/Scope.ts'
import { Spinner } from '../ui/Spinner.tsx'
import { useReadable } from '../ui/useReadable.ts'
import { Failure } from '../windows/Failure.tsx'
import { Outcome } from '../windows/Outcome.tsx'
import { WindowLayout } from '../windows/WindowLayout.tsx'
import type { PopupLogin, PopupState } from './createPopupLogin.ts'
import type { PopupAttempt } from './PopupCalls.ts'
import { PopupChannel } from './PopupChannel.tsx'
import { PopupNumberForm } from './PopupNumberForm.tsx'

/** `/popup/oauth`: says who asks for a login with which provider, and goes there for the page that began alone. */
export function PopupLoginPage({ login }: { login: PopupLogin }) {
  const { t, failureText } = useScope()
  const state = useReadable(login.state)
  if (state.step === 'refused')
    return <Outcome tone="loss" title={t('popup.refused.title')} text={t(`popup.refused.${state.reason}`)} />
  if (state.step === 'failed' && !state.canRetry)
    return (
      <Outcome
        tone="loss"
        title={t('popup.refused.title')}
        text={`${failureText(state.failure)} ${t('popup.failed.again')}`}
      />
    )
  if (state.step === 'failed') {
    return (
      <WindowLayout title={t('popup.unread.title')}>
        <Failure failure={state.failure} />
        <Button onClick={login.retry}>{t('retry')}</Button>
      </WindowLayout>
    )
  }
  if (state.attempt === null || state.attempt.mode === 'redirect') {
    return (
      <WindowLayout
        title={t('popup.opening')}
        mark={
          <Mark>
            <Spinner />
          </Mark>
        }
      />
    )
  }
  return <AttemptPage attempt={state.attempt} state={state} onNumber={login.submitNumber} />
}

type AttemptPageProps = {
  attempt: PopupAttempt
  state: Exclude<PopupState, { step: 'refused' | 'failed' }>
  onNumber: (number: string) => void
}

function AttemptPage({ attempt, state, onNumber }: AttemptPageProps) {
  const { t } = useScope()
  const provider = providerNames[attempt.provider]
  const title = t(`popup.title.${attempt.purpose}`, { provider })
  const asker = (
    <Details>
      <Detail name={t('popup.site')}>
        <span translate={false} dir="ltr">
          {attempt.hostOrigin}
        </span>
      </Detail>
      <Detail name={t('popup.app')}>
        <bdi translate={false}>{attempt.app}</bdi>
      </Detail>
    </Details>
  )
  if (state.step === 'number') {
    const { busy, failure } = state
    return (
      <WindowLayout title={title}>
        {asker}
        <PopupNumberForm {...{ site: attempt.hostOrigin, provider, busy, failure, onNumber }} />
      </WindowLayout>
    )
  }
  if (state.step === 'channel') {
    return (
      <WindowLayout
        title={title}
        text={t('popup.channel.text')}
        mark={
          <Mark>
            <ProviderMark provider="farcaster" />
          </Mark>
        }
      >
        <PopupChannel url={state.url} />
      </WindowLayout>
    )
  }
  const text = state.step === 'leaving' ? t('popup.leaving', { provider }) : t('popup.waiting')
  return (
    <WindowLayout
      title={title}
      text={<span role="status">{text}</span>}
      mark={
        <Mark>
          <Spinner />
        </Mark>
      }
    >
      {asker}
    </WindowLayout>
  )
}

function Mark({ children }: { children: ComponentChildren }) {
  return (
    <span class="hero-mark" aria-hidden="true">
      {children}
    </span>
  )
}
