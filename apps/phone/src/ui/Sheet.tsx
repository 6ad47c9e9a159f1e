import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './IconButton.tsx'
import styles from './Sheet.module.css'

export type SheetProps = {
  /** The heading, whose text names the sheet. */
  title: ReactNode
  /** A short text beside the heading, such as the number of pending approvals. */
  aside?: ReactNode
  /** Label of the button that closes the sheet: "Decide later". */
  closeLabel?: string
  onClose: () => void
  children: ReactNode
  /** Fixed below the scrolling content. */
  foot?: ReactNode
}

/** A modal sheet at the bottom of the phone, as the platform's own dialog with its focus and Escape handling. */
export function Sheet({ title: text, aside, closeLabel = 'Close', onClose, children, foot }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const heading = useId()
  useEffect(() => {
    const element = dialog.current
    if (element !== null && !element.open) {
      element.showModal()
      // Not the first button, which a key press in progress could trigger.
      title.current?.focus()
    }
    return () => element?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's alternative, handled by the dialog
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={heading}
      onCancel={(event) => {
        // React controls whether the dialog is open.
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className={styles.panel}>
        <header className={styles.header}>
          <h2 ref={title} id={heading} className={styles.title} tabIndex={-1}>
            {text}
          </h2>
          {aside}
          <IconButton icon="close" label={closeLabel} onClick={onClose} />
        </header>
        <div className={styles.body}>{children}</div>
        {foot !== undefined && <footer className={styles.foot}>{foot}</footer>}
      </div>
    </dialog>
  )
}
