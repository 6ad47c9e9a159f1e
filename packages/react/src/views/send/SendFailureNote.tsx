import type { SendState } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Note } from '../../ui/Note.tsx'

/** What {@link SendFailureNote} takes. */
export type SendFailureNoteProps = { failure: Extract<SendState, { status: 'failed' }>['error'] }

/** What happened, whether money moved, and what to do. */
export function SendFailureNote({ failure }: SendFailureNoteProps) {
  const { t, sentence } = useModalScope()
  return (
    <Note tone="loss" alert>
      <strong>{sentence(failure)}</strong>
      <span>{t(`send.moved.${failure.moneyMoved}`)}</span>
      {failure.details !== undefined && (
        <details className="more">
          <summary>{t('details')}</summary>
          <span translate="no">{failure.details}</span>
        </details>
      )}
    </Note>
  )
}
