import type { TransactionFailure } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Note } from '../../ui/Note.tsx'

/** What {@link SwapFailureNote} takes. */
export type SwapFailureNoteProps = { failure: TransactionFailure }

/** What to do after a failure, where more can be said than "try again". */
const hints = {
  slippage_exceeded: 'swap.hintSlippage',
  swap_expired: 'swap.hintPrice',
  quote_outdated: 'swap.hintPrice',
  swap_mismatch: 'swap.hintPrice',
} as const

/** What happened, whether money moved, and what to do. */
export function SwapFailureNote({ failure }: SwapFailureNoteProps) {
  const { t, sentence } = useModalScope()
  const hint = Object.hasOwn(hints, failure.code) ? hints[failure.code as keyof typeof hints] : undefined
  return (
    <Note tone="loss" alert>
      <strong>{sentence(failure)}</strong>
      <span>{t(`send.moved.${failure.moneyMoved}`)}</span>
      {hint !== undefined && failure.moneyMoved !== 'unknown' && <span>{t(hint)}</span>}
      {failure.details !== undefined && (
        <details className="more">
          <summary>{t('details')}</summary>
          <span translate="no">{failure.details}</span>
        </details>
      )}
    </Note>
  )
}
