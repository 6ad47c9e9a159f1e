import type { SendPreview, TrackedTransaction } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useReadable } from '../../store/useReadable.ts'
import { Note } from '../../ui/Note.tsx'

export type SentBeforeNoteProps = {
  preview: SendPreview
  /** The wallet's name. */
  wallet: string
}

/** Warns that the same payment may already be pending, so that a second one may pay twice. */
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

/** Compares the call on an EVM network, and amount, token and receiver on others. */
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
