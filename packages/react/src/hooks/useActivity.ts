import type { ActivityState } from '@latchkey/core'
import { useEffect, useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

/** What {@link useActivity} answers. */
export type UseActivityReturnType = ActivityState & { refresh: () => Promise<void>; loadMore: () => Promise<void> }

/** What the connected account did on the active network, newest first, followed live while a component uses it. */
export function useActivity({ enabled = true }: { enabled?: boolean } = {}): UseActivityReturnType {
  const { latchkey, snapshots } = useLatchkeyContext()
  const state = useReadable(latchkey.activity, snapshots.activity)
  useEffect(() => (enabled ? latchkey.activity.watch() : undefined), [latchkey, enabled])
  return useMemo(() => {
    const { refresh, loadMore } = latchkey.activity
    return { ...state, refresh, loadMore }
  }, [state, latchkey])
}
