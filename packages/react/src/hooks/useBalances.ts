import type { BalancesState } from '@latchkey/core'
import { useEffect, useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

/** What {@link useBalances} answers. */
export type UseBalancesReturnType = BalancesState & { refresh: (options?: { force?: boolean }) => Promise<void> }

/**
 * What the connected account owns on the active network, followed live while a component uses it.
 *
 * @param options.enabled false reads nothing by itself
 */
export function useBalances({ enabled = true }: { enabled?: boolean } = {}): UseBalancesReturnType {
  const { latchkey, snapshots } = useLatchkeyContext()
  const state = useReadable(latchkey.balances, snapshots.balances)
  useEffect(() => (enabled ? latchkey.balances.watch() : undefined), [latchkey, enabled])
  return useMemo(() => ({ ...state, refresh: latchkey.balances.refresh }), [state, latchkey])
}
