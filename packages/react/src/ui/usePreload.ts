import { type RefObject, useEffect, useRef, useState } from 'react'

/** How long a picture may take before something stands in for it, in milliseconds (specification 9). */
const preloadTimeout = 2_000

/** How a picture comes along. */
export type Preload = {
  /** `late` after 2 s without an answer: it may still come. `failed` where there is none, or it cannot be shown. */
  status: 'loading' | 'loaded' | 'late' | 'failed'
  /** For the `<img>`. */
  image: { ref: RefObject<HTMLImageElement | null>; onLoad: () => void; onError: () => void }
}

/**
 * Watches the loading of a picture, so that a slow or broken server leaves no empty spot.
 *
 * @param src its address; nothing where there is none
 */
export function usePreload(src: string | null | undefined): Preload {
  const ref = useRef<HTMLImageElement>(null)
  const [seen, setSeen] = useState<{ src: typeof src; status: Preload['status'] }>()
  useEffect(() => {
    if (!src) return
    const timer = setTimeout(() => {
      // One of the cache may have been there before anybody listened.
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
