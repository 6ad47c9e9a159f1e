import type { ActivityState } from '@latchkey/core'
import { useEffect, useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

export type UseActivityParameters = {
  /** False prevents requests. True by default. */
  enabled?: boolean | undefined
}

/** The transactions read so far, and functions to read them again and to read more. */
export type UseActivityReturnType = ActivityState & {
  /** Reads the newest transactions again. Does not throw. */
  refresh: () => Promise<void>
  /** Reads the next older transactions. Does nothing if there are none. Does not throw. */
  loadMore: () => Promise<void>
}

/**
 * Returns the transactions of the connected account on the active network, newest first, and keeps them current while a component uses
 * the hook. Amounts are decimal text in units of the token, and values are in US dollars. A failed read sets `error`; the hook
 * does not throw.
 *
 * @example
 * const { data = [], hasMore, loadMore } = useActivity()
 * return (
 *   <>
 *     {data.map(({ id, metadata }) => <p key={id}>{metadata.operationType} {metadata.minedAt}</p>)}
 *     {hasMore && <button onClick={() => void loadMore()}>More</button>}
 *   </>
 * )
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
