import type { SendPreview } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { AddressText } from '../../ui/AddressText.tsx'
import { Note } from '../../ui/Note.tsx'

export type ReceiverNoteProps = { preview: SendPreview }

/** Notice about a receiver. For an address that looks like another, shows both whole addresses and marks the differences. */
export function ReceiverNote({ preview: { receiver, receiverNotice: notice } }: ReceiverNoteProps) {
  const { t } = useModalScope()
  switch (notice?.type) {
    case undefined:
      return null
    case 'own':
      return <Note>{t('send.notice.own')}</Note>
    case 'unseen':
      return <Note>{t(notice.complete ? 'send.notice.unseen' : 'send.notice.unseenLately')}</Note>
    case 'program':
      return <Note tone="warn">{t('send.notice.program')}</Note>
    case 'token-account':
      return (
        <Note tone="warn">
          <span>{t('send.notice.tokenAccount')}</span>
          <AddressText address={notice.owner} />
        </Note>
      )
    case 'token-contract':
      return (
        <Note tone="loss" alert>
          {t('send.notice.tokenContract')}
        </Note>
      )
    case 'look-alike': {
      const { knownAddress, source } = notice
      return (
        <Note tone="loss" alert>
          <strong>{t(`send.notice.lookAlike.${source}`)}</strong>
          <span>{t('send.notice.lookAlike.text', { count: countDifferences(receiver, knownAddress) })}</span>
          <span className="compared">
            <span className="compared-name">{t('send.notice.lookAlike.typed')}</span>
            <AddressText address={receiver} other={knownAddress} />
            <span className="compared-name">{t('send.notice.lookAlike.known')}</span>
            <AddressText address={knownAddress} other={receiver} />
          </span>
        </Note>
      )
    }
  }
}

function countDifferences(one: string, other: string): number {
  const isHexadecimal = one.startsWith('0x')
  const [left, right] = isHexadecimal ? [one.toLowerCase(), other.toLowerCase()] : [one, other]
  return [...left].filter((digit, index) => digit !== right[index]).length
}
