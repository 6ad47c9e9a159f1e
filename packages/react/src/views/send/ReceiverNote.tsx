import type { ReceiverNotice } from '@latchkey/core'
import { useModalScope } from '../../modal/ModalScope.tsx'
import { AddressText } from '../../ui/AddressText.tsx'
import { Note } from '../../ui/Note.tsx'

/** What {@link ReceiverNote} takes. */
export type ReceiverNoteProps = { notice: ReceiverNotice }

/** What is remarkable about a receiver; an address that looks like another is shown beside it, whole. */
export function ReceiverNote({ notice }: ReceiverNoteProps) {
  const { t } = useModalScope()
  switch (notice.type) {
    case 'own':
      return <Note>{t('send.notice.own')}</Note>
    case 'unseen':
      return <Note>{t(notice.complete ? 'send.notice.unseen' : 'send.notice.unseenLately')}</Note>
    case 'token-contract':
      return <Note tone="loss">{t('send.notice.tokenContract')}</Note>
    case 'look-alike':
      return (
        <Note tone="loss" alert>
          <strong>{t('send.notice.lookAlike')}</strong>
          <AddressText address={notice.knownAddress} />
        </Note>
      )
  }
}
