import type { SendPreview } from '@latchkey/core'
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
  const { chainId, from, transaction } = preview
  const subjectOf = (call: Pick<SendPreview['transaction'], 'to' | 'value' | 'data'>) =>
    [call.to, call.value, call.data].join().toLowerCase()
  const same = transactions
    .filter((one) => one.chainId === chainId && one.from.toLowerCase() === from.toLowerCase())
    .filter(({ call }) => subjectOf(call) === subjectOf(transaction))
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
