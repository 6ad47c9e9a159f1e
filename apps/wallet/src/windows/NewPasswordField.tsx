import { useEffect, useMemo, useState } from 'preact/hooks'
import { useScope } from '../ui/Scope.ts'
import { isPasswordGood, type PasswordMeter, type PasswordScore, passwordRules } from './createPasswordMeter.ts'
import { TextField } from './TextField.tsx'

export type NewPasswordFieldProps = {
  label: string
  value: string
  disabled: boolean
  /** Loads the lists of common passwords when the field first shows. */
  loadMeter: () => Promise<PasswordMeter>
  onInput: (value: string, isGood: boolean) => void
}

/** A field for a new password that shows how hard it is to guess. */
export function NewPasswordField({ label, value, disabled, loadMeter, onInput }: NewPasswordFieldProps) {
  const { t } = useScope()
  const [meter, setMeter] = useState<PasswordMeter | 'loading' | 'failed'>('loading')
  useEffect(() => {
    let gone = false
    loadMeter().then(
      (loaded) => !gone && setMeter(() => loaded),
      () => !gone && setMeter('failed'),
    )
    return () => {
      gone = true
    }
  }, [loadMeter])
  // A password that was typed before the lists arrived is rated now.
  useEffect(() => {
    if (typeof meter === 'function' && value !== '') onInput(value, isGoodFor(meter, value))
  }, [meter])
  const isKnown = typeof meter === 'function'
  const score = useMemo(() => (typeof meter === 'function' && value !== '' ? meter(value) : null), [meter, value])
  const isShort = [...value.normalize('NFKC')].length < passwordRules.minimumLength
  const strength = score === null ? '' : isShort ? t('password.short') : t(`password.strength.${score}`)
  const words = isKnown
    ? value === ''
      ? ''
      : t('password.meter', { strength })
    : t(meter === 'failed' ? 'password.meterFailed' : 'password.meterLoading')
  return (
    <>
      <TextField
        kind="newSecret"
        label={label}
        hint={t('password.hint')}
        value={value}
        disabled={disabled}
        onInput={(next) => onInput(next, isGoodFor(meter, next))}
      />
      <div class="meter" data-score={score === null ? 0 : shownScore(score, isShort)} aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
      </div>
      <p class="field-hint" role="status">
        {words}
      </p>
    </>
  )
}

function isGoodFor(meter: PasswordMeter | 'loading' | 'failed', password: string): boolean {
  return typeof meter === 'function' && isPasswordGood({ password, score: meter(password) })
}

function shownScore(score: PasswordScore, isShort: boolean): number {
  return isShort ? Math.min(score, 1) : Math.max(score, 1)
}
