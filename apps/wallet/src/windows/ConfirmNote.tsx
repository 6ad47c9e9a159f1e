import type { ComponentChildren } from 'preact'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'

/** What {@link ConfirmNote} takes. */
export type ConfirmNoteProps = {
  /** What would be done, and what that means. */
  children: ComponentChildren
  /** On the button that does it. */
  label: string
  busy: boolean
  onKeep: () => void
  onConfirm: () => void
}

/** The second question before something is taken away. */
export function ConfirmNote({ children, label, busy, onKeep, onConfirm }: ConfirmNoteProps) {
  const { t } = useScope()
  return (
    <div class="stack" role="alert">
      <Note tone="warn">{children}</Note>
      <div class="pair">
        <Button kind="secondary" disabled={busy} onClick={onKeep}>
          {t('security.keep')}
        </Button>
        <Button kind="danger" busy={busy} onClick={onConfirm}>
          {label}
        </Button>
      </div>
    </div>
  )
}
