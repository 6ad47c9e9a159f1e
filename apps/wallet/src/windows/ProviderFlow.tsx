import { providerNames, type SocialProvider } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { SocialAttempt } from '@latchkey/protocol/wallet'
import { useEffect, useRef, useState } from 'preact/hooks'
import { controlPopup } from '../login/controlPopup.ts'
import { waitForPopup } from '../login/waitForPopup.ts'
import { Button } from '../ui/Button.tsx'
import { useScope } from '../ui/Scope.ts'
import { Failure } from './Failure.tsx'
import { useCall } from './useCall.ts'
import type { WindowCalls } from './WindowCalls.ts'

export type ProviderFlowProps = {
  provider: SocialProvider
  /** The first attempt: a window can open only inside a click, and needs its URL by then. */
  attempt: SocialAttempt
  /** Starts another attempt after a failure. */
  begin: () => Promise<SocialAttempt>
  finish: WindowCalls['finishSocial']
  onDone: () => void
  onStop: () => void
}

/** Opens a window of a provider and waits for its end. */
export function ProviderFlow({ provider: kind, attempt: first, begin, finish, onDone, onStop }: ProviderFlowProps) {
  const { t } = useScope()
  const [attempt, setAttempt] = useState(first)
  const [number, setNumber] = useState<string | null>(null)
  const stopped = useRef(new AbortController())
  useEffect(() => () => stopped.current.abort(new ServiceError('request_aborted')), [])
  const provider = providerNames[kind]
  const open = useCall(async () => {
    const popup = controlPopup({ attempt, openWindow, listen, origin: window.origin })
    stopped.current.signal.addEventListener('abort', popup.close)
    try {
      if (!popup.isOpen) throw new ServiceError('popup_blocked')
      await waitForPopup({
        ask: ({ isDetached }) => finish({ attemptId: attempt.attemptId, isDetached }),
        showNumber: () => {
          setNumber(attempt.number)
          return () => setNumber(null)
        },
        schedule,
        signal: stopped.current.signal,
      })
      if (!stopped.current.signal.aborted) onDone()
    } catch (error) {
      if (popup.isOpen && !stopped.current.signal.aborted) setAttempt(await begin().catch(() => attempt))
      throw error
    } finally {
      popup.stop()
      // Its purpose is done, whatever the outcome.
      popup.close()
    }
  })
  return (
    <>
      <Failure failure={open.failure} />
      {number === null ? (
        <p class="sheet-text">{open.busy ? t('social.waiting', { provider }) : t('social.text', { provider })}</p>
      ) : (
        <>
          <p class="sheet-text">{t('number.text', { provider })}</p>
          <p class="big-number" translate={false} dir="ltr">
            <span class="sr">{t('device.number', { number })}</span>
            <span aria-hidden="true">{number}</span>
          </p>
        </>
      )}
      <Button icon="external" busy={open.busy} onClick={() => open.run()}>
        {t('social.go', { provider })}
      </Button>
      <Button kind="quiet" onClick={onStop}>
        {t('cancel')}
      </Button>
    </>
  )
}

function openWindow(url: string): Window | null {
  return window.open(url, '', 'popup,width=420,height=720')
}

function listen(listener: (event: MessageEvent) => void): () => void {
  window.addEventListener('message', listener)
  return () => window.removeEventListener('message', listener)
}

function schedule(run: () => void, milliseconds: number): () => void {
  const timer = window.setTimeout(run, milliseconds)
  return () => window.clearTimeout(timer)
}
