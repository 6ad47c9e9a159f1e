import { useEffect, useState } from 'preact/hooks'

/** Returns true once `waiting` has been true for so many milliseconds without interruption. */
export function useLongWait(waiting: boolean, milliseconds: number): boolean {
  const [long, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (!waiting) return
    const timer = window.setTimeout(() => setLong(true), milliseconds)
    return () => window.clearTimeout(timer)
  }, [waiting, milliseconds])
  return waiting && long
}
