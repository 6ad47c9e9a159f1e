import { useEffect, useState } from 'react'

/** Milliseconds after which a wait counts as long: by then a read's first attempt has timed out (specification 9). */
const longWait = 10_000

/** Whether a wait has lasted longer than 10 s. From then on the page shows it. */
export function useLongWait(isWaiting: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (!isWaiting) return
    const timer = setTimeout(() => setLong(true), longWait)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isLong
}
