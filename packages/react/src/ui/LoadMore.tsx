import { useEffect, useRef } from 'react'
import { SkeletonRows } from './SkeletonRows.tsx'

export type LoadMoreProps = { onReach: () => void; ends?: boolean }

/** The end of a list that has more. Calls `onReach` when it comes near the screen. */
export function LoadMore({ onReach, ends = false }: LoadMoreProps) {
  const element = useRef<HTMLDivElement>(null)
  const latest = useRef(onReach)
  useEffect(() => {
    latest.current = onReach
  })
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current()
      },
      { root: element.current.closest('.stage'), rootMargin: '200px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={element}>
      <SkeletonRows count={2} ends={ends} />
    </div>
  )
}
