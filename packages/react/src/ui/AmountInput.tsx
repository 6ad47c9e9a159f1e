import { readAmount } from '@latchkey/protocol'

/** What {@link AmountInput} takes. */
export type AmountInputProps = {
  id: string
  /** As typed: decimal text. */
  value: string
  /** The id of what is wrong with it. */
  issueId: string | undefined
  onChange: (value: string) => void
}

/** Where an amount is typed: takes what can become one, and writes what does not fit smaller. */
export function AmountInput({ id, value, issueId, onChange }: AmountInputProps) {
  return (
    <input
      id={id}
      className="amount-input"
      data-length={value.length > 11 ? 'long' : value.length > 7 ? 'medium' : undefined}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      placeholder="0"
      translate="no"
      data-autofocus=""
      aria-invalid={issueId !== undefined || undefined}
      aria-describedby={issueId}
      value={value}
      onChange={(event) => {
        const text = readAmount(event.target.value)
        if (text !== undefined) onChange(text)
      }}
    />
  )
}
