import type { Environment, KeyValueStorage, Page, TimerId } from './Environment.ts'

/**
 * The environment of a browser page; on a server it has no page and keeps storage in memory.
 * Touches no global before it is used.
 */
export function createBrowserEnvironment({ storage }: { storage: KeyValueStorage | undefined }): Environment {
  return {
    page: () => (typeof window === 'undefined' ? undefined : (window as unknown as Page)),
    isVisible: () => typeof document === 'undefined' || document.visibilityState !== 'hidden',
    // An iPad says that it is a Mac, with fingers.
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

/** `localStorage` where it may be used, else memory: in a sandboxed frame or with cookies blocked even reading the property throws. */
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
