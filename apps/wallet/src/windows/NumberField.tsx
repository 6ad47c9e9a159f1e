export type NumberFieldProps = {
  /** ID for the label's `for`. */
  id: string
  value: string
  busy: boolean
  onInput: (value: string) => void
}

/** Field for the two digits that another screen shows. */
export function NumberField({ id, value, busy, onInput }: NumberFieldProps) {
  return (
    <div class="number-field">
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autocomplete="off"
        dir="ltr"
        value={value}
        readOnly={busy}
        onInput={(event) => {
          const field = event.currentTarget
          // Also here: if the digits stay the same, nothing renders, and a letter would stay.
          field.value = field.value.replace(/\D/g, '').slice(0, 2)
          onInput(field.value)
        }}
      />
    </div>
  )
}
