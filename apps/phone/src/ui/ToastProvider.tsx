import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { type Toast, ToastContext } from './ToastContext.ts'
import styles from './ToastProvider.module.css'

const icons = { gain: 'check', loss: 'warn', info: 'info' } as const

/** Shows a recent event above everything else: good news for five seconds, anything else until it is dismissed. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast & { number: number }>()
  const holder = useRef<HTMLDivElement>(null)
  const toasts = useMemo(
    () => ({ show: (next: Toast) => setToast((before) => ({ ...next, number: (before?.number ?? 0) + 1 })) }),
    [],
  )
  useEffect(() => {
    if (toast === undefined) return
    // Opened again each time, because a sheet that was opened since then would be above it.
    holder.current?.hidePopover()
    holder.current?.showPopover()
    if (toast.tone === 'loss') return
    const timer = setTimeout(() => setToast(undefined), 5000)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <ToastContext value={toasts}>
      {children}
      <div ref={holder} className={styles.holder} popover="manual">
        {toast !== undefined && (
          <div
            className={styles.toast}
            data-tone={toast.tone}
            key={toast.number}
            role={toast.tone === 'loss' ? 'alert' : 'status'}
          >
            <Icon name={icons[toast.tone]} size={18} />
            <p>{toast.text}</p>
            <IconButton icon="close" label="Dismiss" onClick={() => setToast(undefined)} />
          </div>
        )}
      </div>
    </ToastContext>
  )
}
