import type { TransactionFailure } from '@latchkey/core'
import { useModalScope } from '../context/ModalScope.tsx'
import { Note } from './Note.tsx'

export type TransactionFailureNoteProps = {
  failure: TransactionFailure
  /** The next step, if it is more specific than "try again". */
  hint?: string | undefined
}

/** Explains a failure: the cause, whether money moved, and the next step. */
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
