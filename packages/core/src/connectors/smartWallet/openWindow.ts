import { openPopup } from '../../environment/openPopup.ts'

/** The wallet's window, opened within the visitor's click. */
export type OpenedWindow = {
  /** Null if the browser blocked it. */
  window: Window | null
  /** All messages that the page received since then, oldest first. The wallet may send before the kit can listen. */
  early: MessageEvent<unknown>[]
  /** Stops collecting messages. */
  stop: () => void
}

/** Opens the wallet's window immediately, and collects its messages until they are read. */
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
