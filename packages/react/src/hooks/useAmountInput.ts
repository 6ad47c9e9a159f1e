import { type AmountProblem, isSignOf, readAmount, writeAmount } from '@latchkey/protocol'
import { useState } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { amountForDollars } from './amountForDollars.ts'

export type UseAmountInputParameters = {
  /** The form's amount: decimal text with a `.`, empty for none. */
  value: string
  /** Receives the amount that the text means, or an empty string if it means none. */
  onChange: (amount: string) => void
  /** Texts that are allowed beside the number, for example the token's symbol. */
  units?: readonly string[] | undefined
  /** ISO 4217, if the field counts money: the currency's sign is allowed beside the number. */
  currency?: string | undefined
  /** Token that the field counts. If the visitor types a sum of US dollars, the hook suggests the equal amount of this token. */
  token?: { price: number | null; decimals: number } | undefined
  /** BCP 47; the modal's language by default. */
  locale?: string
}

export type UseAmountInputReturnType = {
  /** Text for the field: as typed, or the form's amount with the language's decimal mark. */
  text: string
  /** Receives the typed or pasted text. */
  onText: (text: string) => void
  /** Why the text is not an amount. */
  problem: AmountProblem | undefined
  /** The parsed amount in the language's notation; undefined if the text already shows it. */
  understood: string | undefined
  /** Second possible meaning of an ambiguous text. */
  other: string | undefined
  /** Uses the second meaning. */
  takeOther: () => void
  /** Set if a currency's sign is beside the number and the field does not count that currency. */
  money: ForeignMoney | undefined
}

/** A number with the sign of a currency that the field does not count. The amount stays empty until the visitor chooses a meaning. */
export type ForeignMoney = {
  /** The sign as typed. */
  sign: string
  /** The number, in the language's notation. */
  amount: string
  /** Uses the number as an amount of the token. */
  takeAmount: () => void
  /** The sum in US dollars as an amount of the token, in the language's notation. Set only for a dollar sign and a known price. */
  worth: { dollars: number; amount: string; take: () => void } | undefined
}

/**
 * Keeps the text of an amount field separate from the amount that it means. Visitors type and paste `1,000`, `1.000,50` or `٠٫٥`; the form
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
  // The amount changed outside the field: the visitor chose all or a part of the balance, or a payment cleared the form.
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
