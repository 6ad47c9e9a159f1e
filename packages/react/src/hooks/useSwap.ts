import type { SwapFeature, SwapState } from '@latchkey/core'
import { useEffect, useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

/** What {@link useSwap} takes. */
export type UseSwapParameters = {
  /** Keeps the quote fresh while the component is there; true when left out. */
  watch?: boolean | undefined
}

/** What {@link useSwap} answers: the state, and the steps that change it. */
export type UseSwapReturnType = {
  state: SwapState
} & Pick<SwapFeature, 'edit' | 'flip' | 'max' | 'listTokens' | 'prepare' | 'confirm' | 'reset'>

/**
 * Swaps one token for another on an EVM network: `edit` → `prepare` → `confirm`. Amounts are decimal text of the token's own unit.
 * What is wrong with the form is in `state.issues`, what failed in `state.error`, with whether money moved.
 *
 * @example
 * const { state, edit, prepare, confirm } = useSwap()
 * edit({ from, to, amount: '0.25' })
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
