import { useEffect, useState } from 'react'

/** The time in unix milliseconds, renewed while `everyMs` is given. */
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
