import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/** Above this height a card scrolls inside. CSS pixels. */
const maximumCardHeight = 600

/** Reports the height in CSS pixels that the card needs, after each change: header, content and foot. */
export function useCardSize(card: RefObject<HTMLElement | null>, onHeight: (height: number) => void): void {
  useLayoutEffect(() => {
    const element = card.current
    if (element === null) return
    let told = 0
    const tell = () => {
      const heights = [...element.querySelectorAll<HTMLElement>(':scope>.header,:scope>.stage>.view,:scope>.foot')].map(
        (part) => part.offsetHeight,
      )
      const height = Math.min(
        maximumCardHeight,
        heights.reduce((sum, one) => sum + one, 0),
      )
      if (height === told || height === 0) return
      told = height
      onHeight(height)
    }
    const sizes = new ResizeObserver(tell)
    const watch = () => {
      sizes.disconnect()
      for (const part of element.querySelectorAll(':scope>.header,:scope>.stage>.view,:scope>.foot'))
        sizes.observe(part)
      tell()
    }
    // A change of card replaces the parts.
    const parts = new MutationObserver(watch)
    parts.observe(element, { childList: true, subtree: true })
    watch()
    return () => {
      sizes.disconnect()
      parts.disconnect()
    }
  }, [card, onHeight])
}
