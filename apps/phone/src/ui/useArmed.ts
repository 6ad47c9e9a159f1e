import { type RefObject, useEffect, useState } from 'react'

/** Milliseconds that a button must be visible without interruption before it is active. */
const armDelay = 500

/**
 * Whether an approval button is active: it has been fully in view, on a page that is in front, for half a second since `subject` changed.
 * A press that was meant for an earlier element at that place has no effect.
 */
export function useArmed({ button, subject }: { button: RefObject<HTMLElement | null>; subject: unknown }): boolean {
  const [armed, setArmed] = useState<{ subject: unknown }>()
  useEffect(() => {
    const element = button.current
    if (element === null) return
    let isInView = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const restart = () => {
      clearTimeout(timer)
      setArmed(undefined)
      if (isInView && document.visibilityState === 'visible') timer = setTimeout(() => setArmed({ subject }), armDelay)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        // Check every entry: a button that left and returned between two callbacks was not visible all the time.
        for (const { intersectionRatio } of entries) {
          if (intersectionRatio >= 0.99 === isInView) continue
          isInView = !isInView
          restart()
        }
      },
      { threshold: [0, 0.99, 1] },
    )
    observer.observe(element)
    document.addEventListener('visibilitychange', restart)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('visibilitychange', restart)
    }
  }, [button, subject])
  return armed !== undefined && armed.subject === subject
}
