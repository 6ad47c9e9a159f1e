import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import { useLanguage } from '../language/LanguageContext.ts'
import { Icon } from './Icon.tsx'
import styles from './Sheet.module.css'

/** A panel over the page with the details of one thing: in the middle of a wide screen, at the bottom of a phone. */
export function Sheet({
  open,
  title,
  onClose,
  initialFocus,
  children,
}: {
  open: boolean
  title: string
  onClose: () => void
  /** The element that gets the focus first; the close button by default. */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}) {
  const { text } = useLanguage()
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        <Dialog.Popup className={styles.sheet} {...(initialFocus ? { initialFocus } : {})}>
          <header className={styles.header}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            <Dialog.Close className={styles.close} aria-label={text.close}>
              <Icon name="close" size={20} />
            </Dialog.Close>
          </header>
          <div className={styles.body}>{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
