import type { Environment, KeyValueStorage, Page, TimerId } from './Environment.ts'

/** Creates the environment of a browser page. On a server, it has no page and a storage in memory. It accesses no global before its use. */
export function createBrowserEnvironment({ storage }: { storage: KeyValueStorage | undefined }): Environment {
  return {
    page: () => (typeof window === 'undefined' ? undefined : (window as unknown as Page)),
    isVisible: () => typeof document === 'undefined' || document.visibilityState !== 'hidden',
    // An iPad identifies itself as a Mac, but has touch points.
    isMobile: () =>
      typeof navigator !== 'undefined' &&
      (/android|iphone|ipad|ipod/i.test(navigator.userAgent) ||
        (/macintosh/i.test(navigator.userAgent) && navigator.maxTouchPoints > 1)),
    storage: storage ?? createLazyStorage(),
    tabStorage: () => sessionStorage,
    locks: () => (typeof navigator === 'undefined' ? undefined : navigator.locks),
    now: () => Date.now(),
    setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds) as TimerId,
    clearTimeout: (timer) => clearTimeout(timer as number),
    fetch: (input, init) => fetch(input, init),
    createEventSource: (url) => new EventSource(url),
    random: () => Math.random(),
  }
}

/** Returns `localStorage` if available, else memory. In a sandboxed frame or with blocked cookies, even reading the property throws. */
function createLazyStorage(): KeyValueStorage {
  const memory = new Map<string, string>()
  const attempt = <T>(use: (storage: Storage) => T, fallback: () => T): T => {
    try {
      return typeof window === 'undefined' ? fallback() : use(window.localStorage)
    } catch {
      return fallback()
    }
  }
  return {
    getItem: (key) =>
      attempt(
        (storage) => storage.getItem(key),
        () => memory.get(key) ?? null,
      ),
    setItem: (key, value) =>
      attempt(
        (storage) => storage.setItem(key, value),
        () => void memory.set(key, value),
      ),
    removeItem: (key) =>
      attempt(
        (storage) => storage.removeItem(key),
        () => void memory.delete(key),
      ),
  }
}
