import type { Environment, TimerId } from '../environment/Environment.ts'
import { openPopup } from '../environment/openPopup.ts'

/** Milliseconds between two checks of a window, because a closed window sends no event. */
const watchInterval = 500

/** The windows in which orders are paid. */
export type PaymentWindows = {
  /** Opens an empty window. Call it within a click. Undefined if the browser blocks it. */
  open: () => PaymentWindow | undefined
  destroy: () => void
}

export type PaymentWindow = {
  /**
   * Navigates the window to an order's payment page, and watches it.
   *
   * @param options.onClosed called once when the window appears closed. A page with a Cross-Origin-Opener-Policy appears closed while it is
   *   open, so this is only a hint to read the order.
   */
  lead: (options: { url: string; onClosed: () => void }) => void
  close: () => void
}

/** Creates the payment windows. */
export function createPaymentWindows({ environment }: { environment: Environment }): PaymentWindows {
  const timers = new Set<TimerId>()
  let isDestroyed = false
  return {
    open: () => {
      const page = environment.page() as unknown as Window | undefined
      const popup = page && openPopup({ page, url: 'about:blank', width: 480, height: 720 })
      if (!popup) return undefined
      // Prevents the payment page from navigating this page.
      popup.opener = null
      // A dark background for visitors with a dark theme, while the window is empty.
      popup.document.documentElement.style.setProperty('color-scheme', 'light dark')
      return {
        lead: ({ url, onClosed }) => {
          if (!popup.closed) popup.location.replace(url)
          const look = () => {
            if (isDestroyed) return
            if (popup.closed) return onClosed()
            const timer = environment.setTimeout(() => {
              timers.delete(timer)
              look()
            }, watchInterval)
            timers.add(timer)
          }
          look()
        },
        close: () => popup.close(),
      }
    },
    destroy: () => {
      isDestroyed = true
      for (const timer of timers) environment.clearTimeout(timer)
    },
  }
}
