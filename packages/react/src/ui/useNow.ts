import { useEffect, useState } from 'react'

/** Returns the time in unix milliseconds, updated every `everyMs` milliseconds unless that is undefined. */
export function useNow(everyMs: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (everyMs === undefined) return
    setNow(Date.now())
    const timer = window.setInterval(() => setNow(Date.now()), everyMs)
    return () => window.clearInterval(timer)
  }, [everyMs])
  return now
}
