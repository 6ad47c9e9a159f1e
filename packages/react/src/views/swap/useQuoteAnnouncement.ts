import type { SwapState } from '@latchkey/core'
import { useEffect, useRef, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'

/** Smallest change to announce, as a fraction. */
const worthSaying = 0.01
/** Pause in typing before an announcement, in milliseconds. */
const rest = 900

/** Returns the text for screen readers: the amount to receive, once for each input, and again after a change of more than 1%. */
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
