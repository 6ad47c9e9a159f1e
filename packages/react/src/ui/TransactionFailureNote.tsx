import type { TransactionFailure } from '@latchkey/core'
import { useModalScope } from '../context/ModalScope.tsx'
import { Note } from './Note.tsx'

/** What {@link TransactionFailureNote} takes. */
export type TransactionFailureNoteProps = {
  failure: TransactionFailure
  /** What to do, where more can be said than "try again". */
  hint?: string | undefined
}

/** What happened, whether money moved, and what to do. */
export function TransactionFailureNote({ failure, hint }: TransactionFailureNoteProps) {
  const { t, sentence } = useModalScope()
  return (
    <Note tone={failure.moneyMoved === 'unknown' ? 'warn' : 'loss'} alert>
      <strong>{sentence(failure)}</strong>
      <span>{t(`send.moved.${failure.moneyMoved}`)}</span>
      {hint !== undefined && <span>{hint}</span>}
      {failure.details !== undefined && (
        <details className="more">
          <summary>{t('details')}</summary>
          <span translate="no">{failure.details}</span>
        </details>
      )}
    </Note>
  )
}
