import { useEffect, useState } from 'react'

/** Whether a wait has lasted longer than 10 s. From then on the screen names its reason. */
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
