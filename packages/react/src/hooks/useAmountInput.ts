import { type AmountProblem, readAmount, writeAmount } from '@latchkey/protocol'
import { useState } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'

/** What {@link useAmountInput} takes. */
export type UseAmountInputParameters = {
  /** The form's amount: decimal text with a `.`, empty for none. */
  value: string
  /** Receives the amount that was read, empty where the text is none. */
  onChange: (amount: string) => void
  /** Texts that may stand beside the number, for example the token's symbol. */
  units?: readonly string[] | undefined
  /** BCP 47; the modal's language when left out. */
  locale?: string
}

/** What {@link useAmountInput} answers. */
export type UseAmountInputReturnType = {
  /** What the field shows: as typed, or the form's amount with the language's decimal mark. */
  text: string
  /** Takes what was typed or pasted. */
  onText: (text: string) => void
  /** Why the text is no amount. */
  problem: AmountProblem | undefined
  /** The amount as it was read, in the language's writing; undefined where the text says nothing else. */
  understood: string | undefined
  /** What the text means where it can be read in two ways. */
  other: string | undefined
  /** Takes the other reading. */
  takeOther: () => void
}

/**
 * Keeps the text of an amount field apart from the amount that it means. People type and paste `1,000`, `1.000,50` or `٠٫٥`; the form
 * gets exact decimal text.
 *
 * @example
 * const { state, edit } = useSend()
 * const field = useAmountInput({ value: state.form.sendTokenAmount, onChange: (sendTokenAmount) => edit({ sendTokenAmount }) })
 * <input inputMode="decimal" value={field.text} onChange={(event) => field.onText(event.target.value)} />
 */
export function useAmountInput({ value, onChange, units, locale }: UseAmountInputParameters): UseAmountInputReturnType {
  const context = useLatchkeyContext()
  const language = { locale: locale ?? context.locale }
  const [typed, setTyped] = useState({ text: '', amount: '' })
  // Another amount came from elsewhere: all of it, a part, or none after a payment.
  const text = typed.amount === value ? typed.text : writeAmount(value, language)
  const reading = readAmount(text, { ...language, ...(units && { units }) })
  const write = (amount: string) => writeAmount(amount, language)

  function onText(next: string): void {
    const read = readAmount(next, { ...language, ...(units && { units }) })
    const amount = read.ok ? read.amount : ''
    setTyped({ text: next, amount })
    onChange(amount)
  }

  const other = reading.ok && !reading.isPlain && reading.other !== undefined ? trimZeros(reading.other) : undefined
  return {
    text,
    onText,
    problem: reading.ok ? undefined : reading.problem,
    understood: reading.ok && !reading.isPlain && reading.amount !== '' ? write(reading.amount) : undefined,
    other: other && write(other),
    takeOther: () => other !== undefined && onText(write(other)),
  }
}

function trimZeros(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
}
