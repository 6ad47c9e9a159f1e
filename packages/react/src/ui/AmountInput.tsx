import type { UseAmountInputReturnType } from '../hooks/useAmountInput.ts'

export type AmountInputProps = {
  id: string
  field: UseAmountInputReturnType
  /** ID of the error text. */
  issueId: string | undefined
}

/** The field for an amount. Accepts any text, and shrinks text that does not fit. */
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
