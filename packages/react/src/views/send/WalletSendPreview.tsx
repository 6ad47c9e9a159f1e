import type { SendPreview } from '@latchkey/core'
import { useEffect, useRef, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useSend } from '../../hooks/useSend.ts'
import { Button } from '../../ui/Button.tsx'
import { Foot } from '../../ui/Foot.tsx'
import { Note } from '../../ui/Note.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { TickBox } from '../../ui/TickBox.tsx'
import { TransactionFailureNote } from '../../ui/TransactionFailureNote.tsx'
import { WalletWait } from '../../ui/WalletWait.tsx'
import { asksConsent } from './asksConsent.ts'
import { PreviewCard } from './PreviewCard.tsx'
import { SentBeforeNote } from './SentBeforeNote.tsx'

/** Everything that is about to be signed, whole; then the wallet. */
export function WalletSendPreview() {
  const { latchkey, t, sentence } = useModalScope()
  const { modal, send } = latchkey
  const { account } = useAccount()
  const { state, confirm, prepare } = useSend()
  const { status } = state
  const [isRenewing, setRenewing] = useState(false)
  const isSigning = status === 'signing'
  const wallet = account?.connector.name ?? ''
  // Its approval comes on a card of its own over this page, not in another window.
  const isEmbedded = account?.connector.type === 'embedded'
  const current = 'preview' in state ? state.preview : undefined
  const last = useRef<SendPreview | undefined>(current)
  if (current !== undefined) last.current = current
  const preview = current ?? last.current
  // Given for what was shown: another preview is looked at anew.
  const [accepted, setAccepted] = useState<SendPreview>()
  const [reminders, setReminders] = useState(0)
  const isAccepted = preview !== undefined && accepted === preview
  const notice = preview?.receiverNotice
  const needsWord = asksConsent(notice) && !isAccepted

  const isHandedOver = status === 'uncertain' || status === 'taken' || ('hash' in state && state.hash !== undefined)
  useEffect(() => {
    if (modal.getState().history.at(-1)?.name !== 'WalletSendPreview') return
    if (isHandedOver) modal.reset('WalletSendConfirmed')
    // The form says why: the network or the account changed, so this preview is of no use any more.
    else if (status === 'editing' && !isRenewing) modal.goBack()
  }, [isHandedOver, status, isRenewing, modal])

  async function renew(): Promise<void> {
    setRenewing(true)
    try {
      await prepare()
    } finally {
      setRenewing(false)
    }
  }

  if (preview === undefined) {
    return (
      <div className="view">
        <SkeletonRows count={4} ends />
      </div>
    )
  }
  const issue = state.issues.find(({ field }) => field === 'transaction')
  const isFailed = status === 'failed'
  return (
    <div className="view">
      <PreviewCard
        preview={preview}
        consent={
          asksConsent(notice) && (
            <TickBox
              isTicked={isAccepted}
              onChange={(ticked) => setAccepted(ticked ? preview : undefined)}
              reminders={reminders}
              missing={t('send.consent.missing')}
            >
              {t(`send.consent.${notice.type}`)}
            </TickBox>
          )
        }
      />
      {status === 'preview' && <SentBeforeNote preview={preview} wallet={wallet} />}
      {issue !== undefined && (
        <Note tone="warn" alert>
          <strong>{sentence(issue)}</strong>
          <span>{t('send.moved.no')}</span>
        </Note>
      )}
      {isFailed && <TransactionFailureNote failure={state.error} />}
      <Foot>
        {isSigning ? (
          <WalletWait account={account} />
        ) : (
          <div className="pair">
            <Button kind="secondary" onClick={() => modal.goBack()}>
              {t('cancel')}
            </Button>
            {isFailed || status === 'preparing' ? (
              <Button busy={status === 'preparing'} onClick={() => void renew()}>
                {t('tryAgain')}
              </Button>
            ) : (
              <Button
                kind={needsWord ? 'secondary' : 'primary'}
                autoFocusInView={!needsWord}
                onClick={() => {
                  if (needsWord) setReminders((count) => count + 1)
                  else if (send.getState().status === 'preview') void confirm()
                }}
              >
                {t(issue !== undefined ? 'tryAgain' : isEmbedded ? 'send.continue' : 'send.confirm')}
              </Button>
            )}
          </div>
        )}
      </Foot>
    </div>
  )
}
