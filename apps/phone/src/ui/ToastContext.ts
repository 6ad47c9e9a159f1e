import { createContext, useContext } from 'react'

/** One line about what has just happened. */
export type Toast = { tone: 'gain' | 'loss' | 'info'; text: string }

/** Shows one toast at a time. */
export type Toasts = { show: (toast: Toast) => void }

/** Holds the toasts; see {@link useToast}. */
export const ToastContext = createContext<Toasts>({ show: () => {} })

/** The toasts around this component. */
export function useToast(): Toasts {
  return useContext(ToastContext)
}
