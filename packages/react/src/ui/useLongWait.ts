import { useEffect, useState } from 'react'

/** Whether something has been waited for longer than 10 s: from then on the screen says what for. */
export function useLongWait(waiting: boolean): boolean {
  const [long, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (!waiting) return
    const timer = window.setTimeout(() => setLong(true), 10_000)
    return () => window.clearTimeout(timer)
  }, [waiting])
  return long
}
