import type { Environment, TimerId } from '../environment/Environment.ts'
import type { Toast } from './ModalFeature.ts'

/** Milliseconds between an old toast and a new one (specification 9). */
export const toastSwapDelay = 150
/** Milliseconds for which a toast stays. Progress stays until it is dismissed or replaced. */
export const toastDuration = { success: 4_000, error: 6_000, warning: 10_000, loading: undefined } as const

/** Creates the queue of toasts. One shows at a time: a new one closes the open one and shows 150 ms later. */
export function createToasts({
  environment,
  show,
}: {
  environment: Environment
  show: (toast: Toast | undefined) => void
}): {
  /** Returns a function that takes this toast back, shown or still waiting. It leaves a later toast alone. */
  toast: (toast: Omit<Toast, 'id'>) => () => void
  dismiss: () => void
  /** Holds back toasts. After the release, the last one shows for its whole duration. */
  hold: (held: boolean) => void
  destroy: () => void
} {
  let ids = 0
  let shown: Toast | undefined
  /** The toast that shows after the release. */
  let kept: Toast | undefined
  let held = false
  let destroyed = false
  let swap: TimerId | undefined
  let expiry: TimerId | undefined

  const close = () => {
    environment.clearTimeout(expiry)
    environment.clearTimeout(swap)
    swap = kept = undefined
    if (shown) show(undefined)
    shown = undefined
  }
  const open = (toast: Toast) => {
    swap = undefined
    if (held) {
      kept = toast
      return
    }
    shown = toast
    show(toast)
    const duration = toastDuration[toast.kind]
    if (duration !== undefined) expiry = environment.setTimeout(close, duration)
  }
  return {
    toast: ({ kind, message, code, text, wallet }) => {
      if (destroyed) return () => {}
      const said = { ...(code ? { code } : {}), ...(text ? { text } : {}), ...(wallet ? { wallet } : {}) }
      const toast = { id: ++ids, kind, message, ...said }
      const wait = shown !== undefined || swap !== undefined
      close()
      if (wait) swap = environment.setTimeout(() => open(toast), toastSwapDelay)
      else open(toast)
      return () => {
        if (ids === toast.id) close()
      }
    },
    dismiss: close,
    hold: (next) => {
      held = next
      const toast = held ? shown : kept
      if (!toast) return
      close()
      // The delay of a replacement also applies here, so that progress that ends immediately never shows.
      if (held) kept = toast
      else swap = environment.setTimeout(() => open(toast), toastSwapDelay)
    },
    destroy: () => {
      destroyed = true
      environment.clearTimeout(expiry)
      environment.clearTimeout(swap)
    },
  }
}
