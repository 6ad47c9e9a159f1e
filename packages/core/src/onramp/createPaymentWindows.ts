import type { Environment, TimerId } from '../environment/Environment.ts'
import { openPopup } from '../environment/openPopup.ts'

/** A window that is closed tells nobody, so it is looked at this often, in milliseconds. */
const watchInterval = 500

/** The windows in which orders are paid. */
export type PaymentWindows = {
  /** Opens an empty one; within a click. Undefined where the browser blocks it. */
  open: () => PaymentWindow | undefined
  destroy: () => void
}

/** One of them. */
export type PaymentWindow = {
  /**
   * Leads it to the page of an order, and watches it.
   *
   * @param options.onClosed told once when it looks closed. A page that cuts itself off from who opened it (Cross-Origin-Opener-Policy) looks so
   * while it is open: this is a hint that something may have happened, and no more.
   */
  lead: (options: { url: string; onClosed: () => void }) => void
  close: () => void
}

/** Makes what opens windows. */
export function createPaymentWindows({ environment }: { environment: Environment }): PaymentWindows {
  const timers = new Set<TimerId>()
  let isDestroyed = false
  return {
    open: () => {
      const page = environment.page() as unknown as Window | undefined
      const popup = page && openPopup({ page, url: 'about:blank', width: 480, height: 720 })
      if (!popup) return undefined
      // Whatever is shown there cannot lead this page anywhere.
      popup.opener = null
      // Dark where the visitor's other windows are, while it is still empty.
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
