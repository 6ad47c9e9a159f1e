import type { SwapFeature, SwapState } from '@latchkey/core'
import { useEffect, useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

export type UseSwapParameters = {
  /** Renews the quote while the component is mounted. True by default. */
  watch?: boolean | undefined
}

export type UseSwapReturnType = {
  state: SwapState
} & Pick<SwapFeature, 'edit' | 'flip' | 'max' | 'listTokens' | 'prepare' | 'confirm' | 'reset'>

/**
 * Swaps one token for another on an EVM network: `edit` → `prepare` → `confirm`. Amounts are decimal text in units of the token.
 * `state.issues` lists errors of the form. `state.error` has the failure, and states whether money moved.
 *
 * @example
 * const { state, edit, prepare, confirm } = useSwap()
 * // `from` and `to` are rows of `await listTokens()`.
 * edit({ from, to, amount: '0.25' })
 * await prepare() // `state.status`: `preview`, or `editing` with `state.issues`
 * await confirm() // asks the wallet; then `working`, `pending` and `confirmed`, or `failed` with `state.error.moneyMoved`
 */
export function useSwap({ watch = true }: UseSwapParameters = {}): UseSwapReturnType {
  const { latchkey, snapshots } = useLatchkeyContext()
  const state = useReadable(latchkey.swap, snapshots.swap)
  useEffect(() => (watch ? latchkey.swap.watch() : undefined), [latchkey, watch])
  return useMemo(() => {
    const { edit, flip, max, listTokens, prepare, confirm, reset } = latchkey.swap
    return { state, edit, flip, max, listTokens, prepare, confirm, reset }
  }, [state, latchkey])
}
