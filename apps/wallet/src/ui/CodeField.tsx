import { useEffect, useRef, useState } from 'preact/hooks'

/** Digits of a mailed code. */
const codeLength = 6

export type CodeFieldProps = {
  label: string
  busy: boolean
  /** Changes with every refusal: the field empties and shakes once. */
  refusal: object | null
  /** ID of the line with the failure. */
  describedBy: string
  /** Called with all six digits. */
  onCode: (code: string) => void
}

/** Six boxes over one real field, so that pasting, autofill from mail and screen readers work as in any field. */
export function CodeField({ label, busy, refusal, describedBy, onCode }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const sent = useRef('')
  const [shown, setShown] = useState<object | null>(null)
  if (refusal !== shown) {
    setShown(refusal)
    setCode('')
    sent.current = ''
  }
  useEffect(() => {
    if (refusal !== null) input.current?.focus()
  }, [refusal])

  function onInput(event: Event): void {
    const field = event.currentTarget as HTMLInputElement
    const next = busy ? code : onlyDigits(field.value)
    field.value = next
    setCode(next)
    // A code is submitted once: the last digit may arrive twice, typed and by autofill.
    if (next.length === codeLength && next !== sent.current) {
      sent.current = next
      onCode(next)
    }
    if (next.length < codeLength) sent.current = ''
  }

  const wrong = refusal !== null && code === ''
  return (
    <div
      class="code"
      // A new element for each refusal restarts the shake.
      data-shake={wrong ? '' : undefined}
      data-wrong={wrong ? '' : undefined}
      data-busy={busy ? '' : undefined}
    >
      {Array.from({ length: codeLength }, (_, index) => (
        <span
          key={index}
          class="code-box"
          aria-hidden="true"
          translate={false}
          data-active={!busy && index === Math.min(code.length, codeLength - 1) ? '' : undefined}
        >
          {code[index] ?? ''}
        </span>
      ))}
      <input
        ref={input}
        type="text"
        inputMode="numeric"
        autocomplete="one-time-code"
        // Room for pasted text with spaces and words around the code.
        maxLength={40}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={wrong ? 'true' : undefined}
        readOnly={busy}
        data-first=""
        value={code}
        onInput={onInput}
      />
    </div>
  )
}

/** Returns at most six digits of a text, in any script. */
function onlyDigits(text: string): string {
  return [...text.normalize('NFKC')]
    .map((character) => (/\d/.test(character) ? character : /\p{Nd}/u.test(character) ? digitOf(character) : ''))
    .join('')
    .slice(0, codeLength)
}

/** Every script has its decimal digits in runs of ten, each run at a multiple of ten from its zero. */
function digitOf(character: string): string {
  const point = character.codePointAt(0) ?? 0
  let zero = point
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String(point - zero)
}
