import type { ComponentChildren } from 'preact'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'

export type ConfirmNoteProps = {
  /** The action and its consequence. */
  children: ComponentChildren
  /** Label of the confirming button. */
  label: string
  busy: boolean
  onKeep: () => void
  onConfirm: () => void
}

/** The second question before a removal. */
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
