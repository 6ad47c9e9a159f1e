import { useScope } from '../ui/Scope.ts'
import { type PasswordScore, passwordRules } from './createPasswordMeter.ts'
import { TextField } from './TextField.tsx'
import type { PasswordRating } from './usePasswordRating.ts'

export type NewPasswordFieldProps = {
  label: string
  value: string
  rating: PasswordRating
  disabled: boolean
  onInput: (value: string) => void
}

/** A field for a new password that shows how hard it is to guess. */
export function NewPasswordField({ label, value, rating, disabled, onInput }: NewPasswordFieldProps) {
  const { t } = useScope()
  const { score, lists } = rating
  const isShort = [...value.normalize('NFKC')].length < passwordRules.minimumLength
  const strength = score === null ? '' : isShort ? t('password.short') : t(`password.strength.${score}`)
  const words =
    lists === 'ready'
      ? value === ''
        ? ''
        : t('password.meter', { strength })
      : t(lists === 'failed' ? 'password.meterFailed' : 'password.meterLoading')
  return (
    <>
      <TextField
        kind="newSecret"
        label={label}
        hint={t('password.hint')}
        value={value}
        disabled={disabled}
        onInput={onInput}
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

function shownScore(score: PasswordScore, isShort: boolean): number {
  return isShort ? Math.min(score, 1) : Math.max(score, 1)
}
