import { useLatchkey } from '@latchkey/react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useReadable } from './useReadable.ts'

/** Milliseconds between two reads of what is on the screen while news do not arrive live. */
const pause = 10_000

/** Reads what is on the screen anew when the event stream breaks, which is how a server that goes away is noticed, and until it is back. */
export function useStreamWatch() {
  const { status } = useReadable(useLatchkey().realtime)
  const cache = useQueryClient()
  useEffect(() => {
    if (status !== 'down') return
    // What waits for an answer goes on waiting: begun anew each time, it would never come to its time limit.
    const read = () => cache.invalidateQueries({ refetchType: 'active' }, { cancelRefetch: false })
    read()
    const timer = setInterval(read, pause)
    return () => clearInterval(timer)
  }, [status, cache])
}
