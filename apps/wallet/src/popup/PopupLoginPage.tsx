import { providerNames } from '@latchkey/protocol'
import type { ComponentChildren } from 'preact'
import { Button } from '../ui/Button.tsx'
import { ProviderMark } from '../ui/ProviderMark.tsx'
import { useScope } from '../ui/Scope.ts'
import { Spinner } from '../ui/Spinner.tsx'
import { useReadable } from '../ui/useReadable.ts'
import { watchFocused } from '../ui/watchFocused.ts'
import type { WatchSeen } from '../ui/watchVisible.ts'
import { Failure } from '../windows/Failure.tsx'
import { Outcome } from '../windows/Outcome.tsx'
import { WindowLayout } from '../windows/WindowLayout.tsx'
import type { PopupLogin, PopupState } from './createPopupLogin.ts'
import { PopupAskForm } from './PopupAskForm.tsx'
import type { PopupAttempt } from './PopupCalls.ts'
import { PopupChannel } from './PopupChannel.tsx'

export type PopupLoginPageProps = {
  login: PopupLogin
  /** Detects whether the window is in front; tests replace it. */
  watch?: (() => WatchSeen) | undefined
}

/** `/popup/oauth`: shows the asking site and the provider, and goes there only on the visitor's click. */
export function PopupLoginPage({ login, watch = () => watchFocused({ window }) }: PopupLoginPageProps) {
  const { t, failureText } = useScope()
  const state = useReadable(login.state)
  if (state.step === 'refused')
    return <Outcome tone="loss" title={t('popup.refused.title')} text={t(`popup.refused.${state.reason}`)} />
  if (state.step === 'failed' && !state.canRetry)
    return (
      <Outcome
        tone="loss"
        title={t('popup.refused.title')}
        text={failureText(state.failure, { next: t('popup.failed.again') })}
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
  if (state.attempt === null || (state.attempt.mode === 'redirect' && state.step !== 'asking')) {
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
  return <AttemptPage attempt={state.attempt} state={state} watch={watch} onGo={login.goOn} />
}

type AttemptPageProps = {
  attempt: PopupAttempt
  state: Exclude<PopupState, { step: 'refused' | 'failed' }>
  watch: () => WatchSeen
  onGo: (number?: string) => void
}

function AttemptPage({ attempt, state, watch, onGo }: AttemptPageProps) {
  const { t } = useScope()
  const provider = providerNames[attempt.provider]
  const title = t(`popup.title.${attempt.purpose}`, { provider })
  if (state.step === 'asking') {
    return (
      <WindowLayout title={title}>
        <PopupAskForm {...{ state, provider, watch, onGo }} />
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
    />
  )
}

function Mark({ children }: { children: ComponentChildren }) {
  return (
    <span class="hero-mark" aria-hidden="true">
      {children}
    </span>
  )
}
