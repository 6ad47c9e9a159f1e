import { useId, useState } from 'preact/hooks'
import { IconButton } from '../ui/IconButton.tsx'
import { useScope } from '../ui/Scope.ts'

export type TextFieldProps = {
  label: string
  hint?: string
  value: string
  onInput: (value: string) => void
  /** `secret` is hidden until the visitor reveals it; `code` is written in capitals, in groups of four; `digits` are digits. */
  kind?: 'text' | 'secret' | 'newSecret' | 'code' | 'digits'
  wrong?: boolean
  disabled?: boolean
}

/** A labeled field of a window. */
export function TextField({
  label,
  hint,
  value,
  onInput,
  kind = 'text',
  wrong = false,
  disabled = false,
}: TextFieldProps) {
  const { t } = useScope()
  const id = useId()
  const [shown, setShown] = useState(false)
  const isSecret = kind === 'secret' || kind === 'newSecret'
  const autocomplete =
    kind === 'secret'
      ? 'current-password'
      : kind === 'newSecret'
        ? 'new-password'
        : kind === 'digits'
          ? 'one-time-code'
          : 'off'
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      <div class="input" data-code={kind === 'code' ? '' : undefined} data-wrong={wrong ? '' : undefined}>
        <input
          id={id}
          {...(isSecret && !shown ? { type: 'password' } : { type: 'text' })}
          inputMode={kind === 'digits' ? 'numeric' : 'text'}
          autocomplete={autocomplete}
          autocapitalize={kind === 'code' ? 'characters' : 'none'}
          autocorrect="off"
          spellcheck={false}
          dir={kind === 'text' ? undefined : 'ltr'}
          value={value}
          readOnly={disabled}
          aria-invalid={wrong ? 'true' : undefined}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onInput={(event) => onInput(typed(event.currentTarget, kind))}
        />
        {isSecret && (
          <IconButton
            icon={shown ? 'lock' : 'eye'}
            label={shown ? t('password.hide') : t('password.show')}
            onClick={() => setShown(!shown)}
          />
        )}
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} class="field-hint">
          {hint}
        </p>
      )}
    </div>
  )
}

/** Formats the input for its kind. Codes are grouped while the caret is at the end: elsewhere it would jump. */
function typed(field: HTMLInputElement, kind: TextFieldProps['kind']): string {
  const { value, selectionStart } = field
  if (kind === 'digits') return value.replace(/\D/g, '').slice(0, 6)
  if (kind !== 'code' || selectionStart !== value.length) return value
  const characters = value.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return (characters.match(/.{1,4}/g) ?? []).join('-')
}
