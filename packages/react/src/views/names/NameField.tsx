import { useId, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { LabelState } from './describeLabel.ts'

export type NameFieldProps = {
  /** The part before the zone. */
  label: string
  /** Ending of all names; undefined while it is unknown. */
  zone: string | undefined
  invalid: boolean
  /** State of the label; read aloud after each change. */
  state: LabelState
  onChange: (label: string) => void
}

/** The field for a name, with the zone after it and the state of the label below. */
export function NameField({ label, zone, invalid, state, onChange }: NameFieldProps) {
  const { t } = useModalScope()
  const id = useId()
  /** Text that an input method is still composing. The field does not change it until it is complete. */
  const [draft, setDraft] = useState<string>()

  /** Replaces letters in place, so that the caret stays. */
  function take(input: HTMLInputElement): void {
    const clean = cleanLabel(input.value, zone)
    if (clean !== input.value) {
      const caret = Math.min(input.selectionStart ?? clean.length, clean.length)
      input.value = clean
      input.setSelectionRange(caret, caret)
    }
    setDraft(undefined)
    onChange(clean)
  }

  return (
    <div className="names-field">
      <div className="text-field" dir="ltr" data-invalid={invalid ? '' : undefined}>
        <Icon name="person" />
        <input
          type="text"
          name="name"
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          translate="no"
          enterKeyHint="go"
          aria-label={t('names.field')}
          aria-invalid={invalid || undefined}
          aria-describedby={`${id}zone ${id}state`}
          placeholder={t('names.field')}
          data-key="name"
          data-autofocus=""
          value={draft ?? label}
          onChange={({ target, nativeEvent }) => {
            if (!('isComposing' in nativeEvent) || !nativeEvent.isComposing) return take(target)
            setDraft(target.value)
            onChange(cleanLabel(target.value, zone))
          }}
          onCompositionEnd={({ currentTarget }) => take(currentTarget)}
        />
        <span id={`${id}zone`} className="names-zone" translate="no">
          {zone !== undefined && `.${zone}`}
        </span>
      </div>
      <p id={`${id}state`} className="names-state" role="status" aria-busy={state.busy} data-tone={state.tone}>
        {state.tone === 'gain' && <Icon name="check" />}
        <span translate={state.isName ? 'no' : undefined}>{state.text}</span>
      </p>
    </div>
  )
}

/** Normalizes typed or pasted text for registration: lower case, no full-width letters, no zone. */
function cleanLabel(text: string, zone: string | undefined): string {
  const lower = text.normalize('NFKC').replace(/\s/g, '').toLowerCase()
  return zone !== undefined && lower.endsWith(`.${zone}`) ? lower.slice(0, -zone.length - 1) : lower
}
