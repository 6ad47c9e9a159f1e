import { useEffect, useState } from 'react'

/** Milliseconds after which a wait counts as long: a read's first attempt is over then (specification 9). */
const longWait = 10_000

/** Whether something has been waited for longer than 10 s: from then on the page says so. */
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
