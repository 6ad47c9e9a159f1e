/** Watches whether something is visible to the visitor. Returns a function that stops it. */
export type WatchSeen = (onChange: (seen: boolean) => void) => () => void

/** Observer options of IntersectionObserver v2, which the types lack. */
type VisibilityOptions = IntersectionObserverInit & { trackVisibility: boolean; delay: number }

/**
 * Watches whether an element is wholly visible: not covered, faded, transformed or clipped, in any page around the frame. Always
 * `false` in engines that cannot tell.
 */
export function watchVisible({ element }: { element: Element }): WatchSeen {
  return (onChange) => {
    const options: VisibilityOptions = { trackVisibility: true, delay: 100, threshold: [0, 0.5, 0.99, 1] }
    const observer = new IntersectionObserver((entries) => {
      const last = entries.at(-1) as (IntersectionObserverEntry & { isVisible?: boolean }) | undefined
      if (last !== undefined) onChange(last.isVisible === true && last.intersectionRatio >= 0.99)
    }, options)
    observer.observe(element)
    return () => observer.disconnect()
  }
}
