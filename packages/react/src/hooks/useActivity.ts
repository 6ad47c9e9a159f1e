import type { ActivityState } from '@latchkey/core'
import { useEffect, useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

export type UseActivityParameters = {
  /** False prevents requests. True by default. */
  enabled?: boolean | undefined
}

/** The transactions read so far, and functions to read them again and to read more. */
export type UseActivityReturnType = ActivityState & { refresh: () => Promise<void>; loadMore: () => Promise<void> }

/**
 * Returns the transactions of the connected account on the active network, newest first, and keeps them current while a component uses
 * the hook. Amounts are decimal text in units of the token, and values are in the app's currency. A failed read sets `error`; the hook
 * does not throw.
 *
 * @example const { data, hasMore, loadMore } = useActivity()
 */
export function useActivity({ enabled = true }: UseActivityParameters = {}): UseActivityReturnType {
  const { latchkey, snapshots } = useLatchkeyContext()
  const state = useReadable(latchkey.activity, snapshots.activity)
  useEffect(() => (enabled ? latchkey.activity.watch() : undefined), [latchkey, enabled])
  return useMemo(() => {
    const { refresh, loadMore } = latchkey.activity
    return { ...state, refresh, loadMore }
  }, [state, latchkey])
}
