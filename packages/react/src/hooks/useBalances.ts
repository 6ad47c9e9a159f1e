import type { BalancesState } from '@latchkey/core'
import { useEffect, useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

/** What {@link useBalances} takes. */
export type UseBalancesParameters = {
  /** False reads nothing by itself; true when left out. */
  enabled?: boolean | undefined
}

/** What {@link useBalances} answers: the tokens as they were last read, and how to read them anew. */
export type UseBalancesReturnType = BalancesState & { refresh: (options?: { force?: boolean }) => Promise<void> }

/**
 * What the connected account owns on the active network, followed live while a component uses it. `quantity.numeric` is exact
 * decimal text of the token's own unit; `value` and `total` are in the app's currency. What could not be read is in `error`, beside
 * what was read before; nothing is thrown.
 *
 * @example const { data, total, error } = useBalances()
 */
export function useBalances({ enabled = true }: UseBalancesParameters = {}): UseBalancesReturnType {
  const { latchkey, snapshots } = useLatchkeyContext()
  const state = useReadable(latchkey.balances, snapshots.balances)
  useEffect(() => (enabled ? latchkey.balances.watch() : undefined), [latchkey, enabled])
  return useMemo(() => ({ ...state, refresh: latchkey.balances.refresh }), [state, latchkey])
}
