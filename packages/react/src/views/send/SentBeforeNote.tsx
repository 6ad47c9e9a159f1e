import type { SendPreview, TrackedTransaction } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useReadable } from '../../store/useReadable.ts'
import { Note } from '../../ui/Note.tsx'

/** What {@link SentBeforeNote} takes. */
export type SentBeforeNoteProps = {
  preview: SendPreview
  /** The wallet's name. */
  wallet: string
}

/** Says that the very same payment may be on its way already: whoever confirms now may pay twice. */
export function SentBeforeNote({ preview, wallet }: SentBeforeNoteProps) {
  const { latchkey, t } = useModalScope()
  const { transactions } = useReadable(latchkey.transactions)
  const { chainId, from } = preview
  const same = transactions
    .filter((one) => one.chainId === chainId && one.from.toLowerCase() === from.toLowerCase())
    .filter((one) => isSame(one, preview))
  const isUncertain = same.some(({ status }) => status.type === 'uncertain')
  const isWaiting = same.some(({ status }) => status.type === 'pending')
  if (!isUncertain && !isWaiting) return null
  return (
    <Note tone="warn" alert>
      <strong>{t(isUncertain ? 'sent.uncertain.title' : 'sent.slow.title')}</strong>
      <span>{isUncertain ? t('sent.uncertain.note', { wallet }) : t('sent.slow.note')}</span>
    </Note>
  )
}

/** The same call on an EVM network; elsewhere the same amount of the same token to the same receiver. */
function isSame(
  { call, summary }: TrackedTransaction,
  { transaction, receiver, amountText, token }: SendPreview,
): boolean {
  if (transaction.namespace === 'eip155') {
    const subjectOf = ({ to, value, data }: { to: string; value: bigint; data: string }) =>
      [to, value, data].join().toLowerCase()
    return call !== undefined && subjectOf(call) === subjectOf(transaction)
  }
  return (
    summary.type === 'send' &&
    summary.receiver === receiver &&
    summary.amountText === amountText &&
    summary.symbol === token.symbol
  )
}
