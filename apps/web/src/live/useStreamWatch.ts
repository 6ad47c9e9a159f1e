import { useLatchkey } from '@latchkey/react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useReadable } from './useReadable.ts'

/** Interval of reads of the visible data while the event stream is down, in milliseconds. */
const pause = 10_000

/** Reads the visible data again after the event stream breaks, which detects a server that is down, and until the stream is back. */
export function useStreamWatch() {
  const { status } = useReadable(useLatchkey().realtime)
  const cache = useQueryClient()
  useEffect(() => {
    if (status !== 'down') return
    // Do not restart pending requests, because a restarted request would never reach its timeout.
    const read = () => cache.invalidateQueries({ refetchType: 'active' }, { cancelRefetch: false })
    read()
    const timer = setInterval(read, pause)
    return () => clearInterval(timer)
  }, [status, cache])
}
