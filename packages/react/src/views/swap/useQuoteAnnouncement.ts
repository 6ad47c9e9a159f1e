import type { SwapState } from '@latchkey/core'
import { useEffect, useRef, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'

/** How much of a change is worth a word, a fraction: prices move all the time. */
const worthSaying = 0.01
/** Milliseconds of rest before anything is said, so that nobody is talked at while typing. */
const rest = 900

/** What comes out, for ears: said once for what was typed, and again only when it has moved by more than a hundredth. */
export function useQuoteAnnouncement({ form, pricing }: Pick<SwapState, 'form' | 'pricing'>): string {
  const { t, format } = useModalScope()
  const [said, setSaid] = useState<{ amountText: string; symbol: string }>()
  const last = useRef<{ of: string; amount: number }>(undefined)
  const { toAmountText } = pricing
  const { to } = form
  const of = `${form.from?.address} ${to?.address} ${form.amount}`
  useEffect(() => {
    if (toAmountText === undefined || to === undefined) return
    const amount = Number(toAmountText)
    const before = last.current
    if (before?.of === of && Math.abs(amount - before.amount) <= before.amount * worthSaying) return
    const timer = window.setTimeout(() => {
      last.current = { of, amount }
      setSaid({ amountText: toAmountText, symbol: to.symbol })
    }, rest)
    return () => window.clearTimeout(timer)
  }, [of, toAmountText, to])
  if (said === undefined) return ''
  return t('swap.live', { amount: `${format.amount(said.amountText, { digits: 4 })} ${said.symbol}` })
}
