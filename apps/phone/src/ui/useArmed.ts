import { type RefObject, useEffect, useState } from 'react'

/** Milliseconds that a button must have been seen without a break before it counts. */
const armDelay = 500

/**
 * Whether a button that agrees to something counts: it has been wholly in view, in a page that is in front, for half a second since
 * `subject` changed. A press that was meant for what lay there before agrees to nothing.
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
        // Each of them: one that came and went between two looks was not seen all the time either.
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
