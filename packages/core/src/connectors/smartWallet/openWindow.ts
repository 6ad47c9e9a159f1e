import { openPopup } from '../../environment/openPopup.ts'

/** The wallet's window, as it was opened within the visitor's click. */
export type OpenedWindow = {
  /** Null when the browser blocked it. */
  window: Window | null
  /** What came to the page from any window since, oldest first: the wallet may speak before anybody here can listen. */
  early: MessageEvent<unknown>[]
  /** Collects no longer. */
  stop: () => void
}

/** Opens the wallet's window at once; what it says is kept until it is read. */
export function openWindow({ page, url }: { page: Window; url: string }): OpenedWindow {
  const early: MessageEvent<unknown>[] = []
  const listen = (event: MessageEvent<unknown>) => void early.push(event)
  page.addEventListener('message', listen)
  return {
    window: openPopup({ page, url, width: 420, height: 700 }),
    early,
    stop: () => page.removeEventListener('message', listen),
  }
}
