import type { UseAmountInputReturnType } from '../hooks/useAmountInput.ts'

/** What {@link AmountInput} takes. */
export type AmountInputProps = {
  id: string
  field: UseAmountInputReturnType
  /** The id of what is wrong with it. */
  issueId: string | undefined
}

/** Where an amount is typed: takes any text, and writes what does not fit smaller. */
export function AmountInput({ id, field: { text, onText }, issueId }: AmountInputProps) {
  return (
    <input
      id={id}
      className="amount-input"
      data-length={text.length > 11 ? 'long' : text.length > 7 ? 'medium' : undefined}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      placeholder="0"
      translate="no"
      data-autofocus=""
      aria-invalid={issueId !== undefined || undefined}
      aria-describedby={issueId === undefined ? `${id}read` : `${issueId} ${id}read`}
      value={text}
      onChange={(event) => onText(event.target.value)}
    />
  )
}
