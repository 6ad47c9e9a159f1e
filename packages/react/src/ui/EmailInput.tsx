import { useId } from 'react'
import { Icon } from './Icon.tsx'

export type EmailInputProps = {
  value: string
  label: string
  placeholder: string
  /** The error of the address. */
  issue: string | undefined
  /** Read aloud instead of an issue that changes every second. */
  spoken?: string | undefined
  autoFocusInView?: boolean
  onChange: (value: string) => void
  onFocus?: () => void
}

/** A field for an email address, with its error below. */
export function EmailInput({
  value,
  label,
  placeholder,
  issue,
  spoken,
  autoFocusInView,
  onChange,
  onFocus,
}: EmailInputProps) {
  const id = useId()
  return (
    <>
      <div className="text-field" data-invalid={issue === undefined ? undefined : ''}>
        <Icon name="mail" />
        <input
          type="email"
          name="email"
          autoComplete="email"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          translate="no"
          enterKeyHint="go"
          aria-label={label}
          aria-invalid={issue !== undefined || undefined}
          aria-describedby={issue === undefined ? undefined : id}
          placeholder={placeholder}
          data-key="email"
          data-autofocus={autoFocusInView ? '' : undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onFocus={onFocus}
        />
      </div>
      {issue !== undefined && (
        <p id={id} role="alert" className="text-field-issue">
          <span className="sr">{spoken}</span>
          <span aria-hidden={spoken !== undefined || undefined}>{issue}</span>
        </p>
      )}
    </>
  )
}
