import type { Page } from '@playwright/test'

type Watched = Window & { leaks: () => { listeners: string[]; intervals: number; streams: number } }

/**
 * Counts the leftovers of a host page's scripts: listeners on window and document, running intervals, and open event streams.
 */
export async function watchLeaks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    /** Listeners by event name. */
    const heard = new Map<string, Set<unknown>>()
    const intervals = new Set<unknown>()
    const streams: EventSource[] = []
    const nameOf = (target: EventTarget, type: string) =>
      target === window ? `window ${type}` : target === document ? `document ${type}` : undefined
    // The browser's driver also adds listeners. Only calls of the page's own files have those files in the stack.
    const isOfThePage = () => new Error().stack?.includes(`${location.origin}/react-`)
    const { addEventListener, removeEventListener } = EventTarget.prototype
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      const target = this ?? window
      const name = nameOf(target, type)
      const { signal, once } = typeof options === 'object' ? options : {}
      if (name && !once && isOfThePage()) {
        heard.set(name, (heard.get(name) ?? new Set()).add(listener))
        if (signal) addEventListener.call(signal, 'abort', () => heard.get(name)?.delete(listener), { once: true })
      }
      addEventListener.call(target, type, listener, options)
    }
    EventTarget.prototype.removeEventListener = function (type, listener, options) {
      const target = this ?? window
      heard.get(nameOf(target, type) ?? '')?.delete(listener)
      removeEventListener.call(target, type, listener, options)
    }
    const { setInterval: start, clearInterval: stop } = window
    Object.assign(window, {
      setInterval: (...parameters: Parameters<typeof start>) => {
        const id = start(...parameters)
        intervals.add(id)
        return id
      },
      clearInterval: (id: number) => {
        intervals.delete(id)
        stop(id)
      },
      EventSource: class extends EventSource {
        constructor(url: string | URL, init?: EventSourceInit) {
          super(url, init)
          streams.push(this)
        }
      },
    })
    const leaks = () => ({
      listeners: [...heard]
        // React listens to the selection from its first render on, for the lifetime of the page.
        .filter(([name, listeners]) => listeners.size > 0 && name !== 'document selectionchange')
        .map(([name]) => name),
      intervals: intervals.size,
      streams: streams.filter(({ readyState }) => readyState !== EventSource.CLOSED).length,
    })
    Object.assign(window, { leaks })
  })
}

/** Returns the current leftovers. */
export function readLeaks(page: Page) {
  return page.evaluate(() => (window as unknown as Watched).leaks())
}
