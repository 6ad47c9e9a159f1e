import type { Environment, TimerId } from '../environment/Environment.ts'
import type { Toast } from './ModalFeature.ts'

/** How long an old toast is away before the new one shows (specification 9). */
export const toastSwapDelay = 150
/** How long a toast stays. Progress stays until it is dismissed or replaced. */
export const toastDuration = { success: 4_000, error: 6_000, loading: undefined } as const

/** Shows one toast at a time: a new one closes the open one and shows itself 150 ms later. */
export function createToasts({
  environment,
  show,
}: {
  environment: Environment
  show: (toast: Toast | undefined) => void
}): { toast: (toast: Omit<Toast, 'id'>) => void; dismiss: () => void; destroy: () => void } {
  let ids = 0
  let shown = false
  let destroyed = false
  let swap: TimerId | undefined
  let expiry: TimerId | undefined

  const close = () => {
    environment.clearTimeout(expiry)
    environment.clearTimeout(swap)
    swap = undefined
    if (shown) show(undefined)
    shown = false
  }
  const open = (toast: Toast) => {
    swap = undefined
    shown = true
    show(toast)
    const duration = toastDuration[toast.kind]
    if (duration !== undefined) expiry = environment.setTimeout(close, duration)
  }
  return {
    toast: ({ kind, message, code, text, wallet }) => {
      if (destroyed) return
      const said = { ...(code ? { code } : {}), ...(text ? { text } : {}), ...(wallet ? { wallet } : {}) }
      const toast = { id: ++ids, kind, message, ...said }
      const wait = shown || swap !== undefined
      close()
      if (wait) swap = environment.setTimeout(() => open(toast), toastSwapDelay)
      else open(toast)
    },
    dismiss: close,
    destroy: () => {
      destroyed = true
      environment.clearTimeout(expiry)
      environment.clearTimeout(swap)
    },
  }
}
