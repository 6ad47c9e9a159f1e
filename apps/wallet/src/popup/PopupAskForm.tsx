import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { ApproveButton } from '../cards/approval/ApproveButton.tsx'
import { Detail, Details } from '../ui/Details.tsx'
import { useScope } from '../ui/Scope.ts'
import type { WatchSeen } from '../ui/watchVisible.ts'
import { Failure } from '../windows/Failure.tsx'
import { NumberField } from '../windows/NumberField.tsx'
import type { PopupState } from './createPopupLogin.ts'

export type PopupAskFormProps = {
  state: Extract<PopupState, { step: 'asking' }>
  /** Name of the provider. */
  provider: string
  /** Detects whether the window is in front. */
  watch: () => WatchSeen
  onGo: (number?: string) => void
}

/**
 * Shows the site and device of the login, and takes the click that leads to the provider. It must be meant for this window: the window
 * was in front for half a second before the click began.
 */
export function PopupAskForm({
  state: { attempt, needsNumber, busy, failure },
  provider,
  watch,
  onGo,
}: PopupAskFormProps) {
  const { t } = useScope()
  const region = useRef<HTMLFormElement>(null)
  const [armed, setArmed] = useState(false)
  const [number, setNumber] = useState('')
  const field = useId()
  // A refused number must be entered again.
  useEffect(() => {
    if (failure !== null) setNumber('')
  }, [failure])
  const isComplete = !needsNumber || /^\d{2}$/.test(number)
  const go = () => {
    if (isComplete && !busy) onGo(needsNumber ? number : undefined)
  }
  const { hostOrigin: site, app, device, mode } = attempt
  return (
    <form
      ref={region}
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        // Enter in the field.
        if (needsNumber && armed && event.isTrusted) go()
      }}
    >
      <Details>
        <Detail name={t('popup.site')}>
          <span translate={false} dir="ltr">
            {site}
          </span>
        </Detail>
        <Detail name={t('popup.app')}>
          <bdi translate={false}>{app}</bdi>
        </Detail>
        <Detail name={t('popup.device')}>
          <bdi translate={false}>{device}</bdi>
        </Detail>
      </Details>
      {needsNumber && (
        <>
          <label class="aside" for={field}>
            {t(mode === 'redirect' ? 'popup.number.before' : 'popup.number.text', { site })}
          </label>
          <NumberField id={field} value={number} busy={busy} onInput={setNumber} />
        </>
      )}
      <Failure failure={failure} />
      <ApproveButton
        label={busy ? t('popup.number.busy') : t('popup.number.go', { provider })}
        busy={busy}
        disabled={!isComplete}
        region={region}
        watch={watch}
        subject={attempt}
        onArmed={setArmed}
        onApprove={go}
      />
      <p class="aside">{t('popup.number.notMe')}</p>
    </form>
  )
}
