import type { SwapState } from '@latchkey/core'
import { useEffect, useEffectEvent, useState } from 'react'

/** What was typed, and by whom; nobody yet is undefined. */
type Typed = { amount: string; address: string | undefined }

const nothing: Typed = { amount: '', address: undefined }

/**
 * Keeps what was typed into the trade box where the kit's form is emptied because the wallet went to another network, and gives
 * it back when the wallet is on the token's network. What another account typed, or what was traded, is not kept.
 *
 * @param options.isHere the wallet is on the token's network
 * @param options.onBack puts the amount into the form again
 */
export function useKeptAmount({
  state: { form, status },
  address,
  isHere,
  onBack,
}: {
  state: Pick<SwapState, 'form' | 'status'>
  address: string | undefined
  isHere: boolean
  onBack: (amount: string) => void
}): { amount: string; keep: (amount: string) => void } {
  const [typed, setTyped] = useState(nothing)
  const isTraded = status === 'working' || status === 'pending' || status === 'confirmed'
  if (isTraded && typed !== nothing) setTyped(nothing)
  const isEmpty = form.from === undefined && form.to === undefined
  const isTheirs = typed.address === undefined || typed.address === address
  const amount = isEmpty && isTheirs ? typed.amount : ''
  const giveBack = useEffectEvent(() => onBack(amount))
  const isBack = isHere && amount !== ''
  useEffect(() => {
    if (isBack) giveBack()
  }, [isBack])
  return { amount, keep: (next) => setTyped({ amount: next, address }) }
}
