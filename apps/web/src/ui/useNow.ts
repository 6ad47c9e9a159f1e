import { useEffect, useState } from 'react'

/** Returns the time (unix milliseconds), updated every `interval` milliseconds while the page is visible. */
export function useNow(interval = 1000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const tick = () => setNow(Date.now())
    const timer = setInterval(() => document.visibilityState === 'visible' && tick(), interval)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [interval])
  return now
}
