import { createContext, useContext } from 'react'

/** One line about a recent event. */
export type Toast = { tone: 'gain' | 'loss' | 'info'; text: string }

/** Shows one toast at a time. */
export type Toasts = { show: (toast: Toast) => void }

/** Provides the toasts; see {@link useToast}. */
export const ToastContext = createContext<Toasts>({ show: () => {} })

/** Returns the toasts. */
export function useToast(): Toasts {
  return useContext(ToastContext)
}
