import type { SwapState } from '@latchkey/core'
import { useEffect, useEffectEvent, useState } from 'react'

/** A typed amount, and the account at that time; undefined without a connection. */
type Typed = { amount: string; address: string | undefined }

const nothing: Typed = { amount: '', address: undefined }

/**
 * Keeps the amount of the trade box when the kit's form is cleared after a switch of the network. Restores it when the wallet is on the
 * token's network again. Drops the amount after a swap, or if another account typed it.
 *
 * @param options.isHere the wallet is on the token's network
 * @param options.onBack sets the amount of the form again
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
