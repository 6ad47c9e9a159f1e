import { type AmountProblem, isSignOf, readAmount, writeAmount } from '@latchkey/protocol'
import { useState } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { amountForDollars } from './amountForDollars.ts'

/** What {@link useAmountInput} takes. */
export type UseAmountInputParameters = {
  /** The form's amount: decimal text with a `.`, empty for none. */
  value: string
  /** Receives the amount that was read, empty where the text is none. */
  onChange: (amount: string) => void
  /** Texts that may stand beside the number, for example the token's symbol. */
  units?: readonly string[] | undefined
  /** ISO 4217, where the field counts money: its sign may stand beside the number. */
  currency?: string | undefined
  /** The token that the field counts: a sum of US dollars is offered as so much of it. */
  token?: { price: number | null; decimals: number } | undefined
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
  /** What the text may mean where a currency's sign stands beside the number, and the field does not count that currency. */
  money: ForeignMoney | undefined
}

/** A number with the sign of a currency that the field does not count: nothing is taken until the visitor says what it means. */
export type ForeignMoney = {
  /** The sign as it was typed. */
  sign: string
  /** The number, in the language's writing. */
  amount: string
  /** Takes the number as that many of what the field counts. */
  takeAmount: () => void
  /** The sum in US dollars as so much of the token, in the language's writing; where the sign is the dollar's and a price is known. */
  worth: { dollars: number; amount: string; take: () => void } | undefined
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
export function useAmountInput({
  value,
  onChange,
  units,
  currency,
  token,
  locale,
}: UseAmountInputParameters): UseAmountInputReturnType {
  const context = useLatchkeyContext()
  const language = { locale: locale ?? context.locale }
  const [typed, setTyped] = useState({ text: '', amount: '', isChosen: false })
  // Another amount came from elsewhere: all of it, a part, or none after a payment.
  const isTyped = typed.amount === value
  const text = isTyped ? typed.text : writeAmount(value, language)
  const read = (from: string) => readAmount(from, { ...language, ...(units && { units }), currency })
  const reading = read(text)
  const write = (amount: string) => writeAmount(amount, language)

  function take(next: string, isChosen: boolean): void {
    const taken = read(next)
    const amount = taken.ok ? taken.amount : ''
    setTyped({ text: next, amount, isChosen })
    onChange(amount)
  }

  const isDoubtful = isTyped && !typed.isChosen && reading.ok && reading.other !== undefined
  const other = isDoubtful && reading.other !== undefined ? trimZeros(reading.other) : undefined
  return {
    text,
    onText: (next) => take(next, false),
    problem: reading.ok ? undefined : reading.problem,
    understood:
      reading.ok && (!reading.isPlain || isDoubtful) && reading.amount !== '' ? write(reading.amount) : undefined,
    other: other && write(other),
    takeOther: () => other !== undefined && take(write(other), true),
    money: !reading.ok && reading.problem === 'currency' ? readMoney(reading) : undefined,
  }

  function readMoney({ sign, amount }: { sign: string; amount: string }): ForeignMoney {
    const worth =
      token && isSignOf(sign, { currency: 'USD', ...language })
        ? amountForDollars({ dollars: amount, ...token })
        : undefined
    return {
      sign,
      amount: write(amount),
      takeAmount: () => take(write(amount), true),
      worth:
        worth === undefined
          ? undefined
          : { dollars: Number(amount), amount: write(worth), take: () => take(write(worth), true) },
    }
  }
}

function trimZeros(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
}
