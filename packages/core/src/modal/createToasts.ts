import type { Environment, TimerId } from '../environment/Environment.ts'
import type { Toast } from './ModalFeature.ts'

/** How long an old toast is away before the new one shows (specification 9). */
export const toastSwapDelay = 150
/** How long a toast stays. Progress stays until it is dismissed or replaced. */
export const toastDuration = { success: 4_000, error: 6_000, warning: 10_000, loading: undefined } as const

/** Shows one toast at a time: a new one closes the open one and shows itself 150 ms later. */
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
  /** While held back, no toast shows. The last one shows with its whole time once they are let go. */
  hold: (held: boolean) => void
  destroy: () => void
} {
  let ids = 0
  let shown: Toast | undefined
  /** The toast that shows as soon as toasts are not held back any more. */
  let kept: Toast | undefined
  let held = false
  let destroyed = false
  let swap: TimerId | undefined
  /** The toast that shows, waits or is held back. */
  let current: number | undefined
  let expiry: TimerId | undefined

  const close = () => {
    environment.clearTimeout(expiry)
    environment.clearTimeout(swap)
    swap = kept = current = undefined
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
      current = toast.id
      if (wait) swap = environment.setTimeout(() => open(toast), toastSwapDelay)
      else open(toast)
      return () => {
        if (current === toast.id) close()
      }
    },
    dismiss: close,
    hold: (next) => {
      held = next
      const toast = held ? shown : kept
      if (!toast) return
      close()
      current = toast.id
      // Let go, it comes as one that takes the place of another: progress that ends at once never flashes up.
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
