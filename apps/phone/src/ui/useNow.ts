import { useEffect, useState } from 'react'

/** Returns the time in unix milliseconds, updated every `every` milliseconds. */
export function useNow({ every = 1000 }: { every?: number } = {}): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
