import type { ClientEnvironment, WebSocketLike } from './ClientEnvironment.ts'

/**
 * Returns the environment of browsers and Node. Touches no global before its first use.
 * @param options.openSocket opens a WebSocket; required in Node before 22, which has no WebSocket
 * @throws TypeError from `openSocket`, if the platform has no WebSocket and the option is missing
 * @example createClientEnvironment({ openSocket: (url) => new WebSocket(url) }) // Node 20, WebSocket from 'ws'
 */
export function createClientEnvironment({
  openSocket = openPlatformSocket,
}: {
  openSocket?: (url: string) => WebSocketLike
} = {}): ClientEnvironment {
  return {
    now: () => Date.now(),
    setTimeout: (run, delay) => setTimeout(run, delay),
    clearTimeout: (timer) => clearTimeout(timer as number),
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    openSocket,
    onWake,
  }
}

function openPlatformSocket(url: string): WebSocketLike {
  if (typeof WebSocket === 'undefined')
    throw new TypeError('There is no WebSocket here. In Node before 22, give createClientEnvironment an openSocket')
  return new WebSocket(url)
}

function onWake(listener: () => void): () => void {
  // Servers and workers have no page that becomes visible.
  if (typeof window === 'undefined' || typeof document === 'undefined') return () => {}
  const onVisible = () => {
    if (document.visibilityState === 'visible') listener()
  }
  window.addEventListener('online', listener)
  // A page that returns from the back/forward cache.
  window.addEventListener('pageshow', onVisible)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('pageshow', onVisible)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
