import { useEffect, useState } from 'preact/hooks'

/** Returns the time in Unix milliseconds, updated every second until `until` has passed. */
export function useNow(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  const running = now < until
  useEffect(() => {
    if (!running) return
    const timer = window.setInterval(() => setNow(Date.now()), 1000)
    return () => window.clearInterval(timer)
  }, [running])
  return now
}
