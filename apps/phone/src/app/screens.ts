import { useCallback, useSyncExternalStore } from 'react'

/** The open screen. */
export type Screen = { name: 'home' } | { name: 'connect' } | { name: 'session'; topic: string }

/** The open screen, stored in the browser's history, so that its back button works and a reload stays. */
export function useScreen(): { screen: Screen; open: (screen: Screen) => void; back: () => void } {
  const entry: unknown = useSyncExternalStore(subscribe, () => history.state)
  const open = useCallback((screen: Screen) => {
    // The URL stays the same, because topics are private.
    if (screen.name === 'home') history.replaceState(null, '', '/')
    else history.pushState(screen, '', '/')
    dispatchEvent(new PopStateEvent('popstate'))
  }, [])
  const back = useCallback(() => open({ name: 'home' }), [open])
  return { screen: readScreen(entry), open, back }
}

/** Reads a screen from the browser's history. */
export function readScreen(entry: unknown): Screen {
  const { name, topic } = (typeof entry === 'object' && entry !== null ? entry : {}) as {
    name?: unknown
    topic?: unknown
  }
  if (name === 'connect') return { name }
  if (name === 'session' && typeof topic === 'string') return { name, topic }
  return { name: 'home' }
}

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener)
  return () => removeEventListener('popstate', listener)
}
