import type { BalancesState } from '@latchkey/core'
import { useEffect, useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

export type UseBalancesParameters = {
  /** False prevents requests. True by default. */
  enabled?: boolean | undefined
}

/** The tokens as last read, and a function to read them again. */
export type UseBalancesReturnType = BalancesState & {
  /** Reads again. Does nothing until `blockedUntil`, except with `force`. Does not throw. */
  refresh: (options?: { force?: boolean }) => Promise<void>
}

/**
 * Returns the tokens of the connected account on the active network, and keeps them current while a component uses the hook.
 * `quantity.numeric` is exact decimal text in units of the token; `value` and `total` are in US dollars. After a failed read,
 * `error` is set and the previous balances stay. The hook does not throw.
 *
 * @example
 * const { data = [], error } = useBalances()
 * const problem = useErrorText(error)
 * if (problem) return <p role="alert">{problem}</p>
 * return data.map(({ symbol, quantity, address = symbol }) => <p key={address}>{quantity.numeric} {symbol}</p>)
 */
export function useBalances({ enabled = true }: UseBalancesParameters = {}): UseBalancesReturnType {
  const { latchkey, snapshots } = useLatchkeyContext()
  const state = useReadable(latchkey.balances, snapshots.balances)
  useEffect(() => (enabled ? latchkey.balances.watch() : undefined), [latchkey, enabled])
  return useMemo(() => ({ ...state, refresh: latchkey.balances.refresh }), [state, latchkey])
}
