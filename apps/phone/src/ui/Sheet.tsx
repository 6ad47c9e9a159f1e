import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './IconButton.tsx'
import styles from './Sheet.module.css'

/** What {@link Sheet} takes. */
export type SheetProps = {
  /** The heading; its words name the sheet. */
  title: ReactNode
  /** Something small beside the heading, such as how many wait. */
  aside?: ReactNode
  /** What closing means, for the button: "Decide later". */
  closeLabel?: string
  onClose: () => void
  children: ReactNode
  /** Stands still below what scrolls. */
  foot?: ReactNode
}

/** A modal sheet that rises over the phone: the platform's own dialog, with focus and Escape as people know them. */
export function Sheet({ title: text, aside, closeLabel = 'Close', onClose, children, foot }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const heading = useId()
  useEffect(() => {
    const element = dialog.current
    if (element !== null && !element.open) {
      element.showModal()
      // Not the first button: a key that is on its way must not press it.
      title.current?.focus()
    }
    return () => element?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, and the dialog's own
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={heading}
      onCancel={(event) => {
        // React decides whether it is there.
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
