import type { Page } from '@playwright/test'

type Watched = Window & { leaks: () => { listeners: string[]; intervals: number; streams: number } }

/**
 * Counts what a page's scripts leave behind: listeners on window and document that were not there before the first script,
 * intervals that run, event streams that are open.
 */
export async function watchLeaks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counts = new Map<string, number>()
    const intervals = new Set<unknown>()
    const streams: EventSource[] = []
    const count = (target: EventTarget, type: string, by: number) => {
      const name = target === window ? `window ${type}` : target === document ? `document ${type}` : undefined
      if (name) counts.set(name, (counts.get(name) ?? 0) + by)
    }
    const { addEventListener, removeEventListener } = EventTarget.prototype
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      const { signal, once } = typeof options === 'object' ? options : {}
      const target = this ?? window
      if (!once) count(target, type, 1)
      if (signal && !once) addEventListener.call(signal, 'abort', () => count(target, type, -1), { once: true })
      addEventListener.call(target, type, listener, options)
    }
    EventTarget.prototype.removeEventListener = function (type, listener, options) {
      count(this ?? window, type, -1)
      removeEventListener.call(this ?? window, type, listener, options)
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
    let before = new Map<string, number>()
    addEventListener.call(
      document,
      'readystatechange',
      () => {
        before = new Map(counts)
      },
      { once: true },
    )
    const leaks = () => ({
      listeners: [...counts]
        // React listens to the selection from its first render on, for as long as there is a page.
        .filter(([name, number]) => number > (before.get(name) ?? 0) && name !== 'document selectionchange')
        .map(([name]) => name),
      intervals: intervals.size,
      streams: streams.filter(({ readyState }) => readyState !== EventSource.CLOSED).length,
    })
    Object.assign(window, { leaks })
  })
}

/** What is left now. */
export function readLeaks(page: Page) {
  return page.evaluate(() => (window as unknown as Watched).leaks())
}
