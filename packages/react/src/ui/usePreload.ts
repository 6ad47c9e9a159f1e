import { type RefObject, useEffect, useRef, useState } from 'react'

/** Time until a placeholder replaces a picture, in milliseconds (specification 9). */
const preloadTimeout = 2_000

/** Loading state of a picture. */
export type Preload = {
  /** `late` after 2 s without an answer: it can still arrive. `failed` if there is none, or if it cannot be shown. */
  status: 'loading' | 'loaded' | 'late' | 'failed'
  /** Props of the `<img>`. */
  image: { ref: RefObject<HTMLImageElement | null>; onLoad: () => void; onError: () => void }
}

/**
 * Watches the loading of a picture, so that a slow or broken server leaves no empty space.
 *
 * @param src URL of the picture; undefined or null for none
 */
export function usePreload(src: string | null | undefined): Preload {
  const ref = useRef<HTMLImageElement>(null)
  const [seen, setSeen] = useState<{ src: typeof src; status: Preload['status'] }>()
  useEffect(() => {
    if (!src) return
    const timer = setTimeout(() => {
      // A cached picture can have loaded before the handlers were attached.
      if (ref.current?.complete === false) setSeen((last) => (last?.src === src ? last : { src, status: 'late' }))
    }, preloadTimeout)
    return () => clearTimeout(timer)
  }, [src])
  const note = (status: Preload['status']) => () => setSeen({ src, status })
  return {
    status: !src ? 'failed' : seen?.src === src ? seen.status : 'loading',
    image: { ref, onLoad: note('loaded'), onError: note('failed') },
  }
}
