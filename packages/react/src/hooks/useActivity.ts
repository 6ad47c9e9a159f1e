import type { ActivityState } from '@latchkey/core'
import { useEffect, useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

/** What {@link useActivity} takes. */
export type UseActivityParameters = {
  /** False reads nothing by itself; true when left out. */
  enabled?: boolean | undefined
}

/** What {@link useActivity} answers: the transactions as far as they are read, and how to read more of them. */
export type UseActivityReturnType = ActivityState & { refresh: () => Promise<void>; loadMore: () => Promise<void> }

/**
 * What the connected account did on the active network, newest first, followed live while a component uses it. Amounts are decimal
 * text of the token's own unit, worth is in the app's currency. What could not be read is in `error`; nothing is thrown.
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
