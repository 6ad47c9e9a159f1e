import type { SendPreview } from '@latchkey/core'
import { useEffect, useRef, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useSend } from '../../hooks/useSend.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { TickBox } from '../../ui/TickBox.tsx'
import { TransactionFailureNote } from '../../ui/TransactionFailureNote.tsx'
import { ViewFooter } from '../../ui/ViewFooter.tsx'
import { WalletWait } from '../../ui/WalletWait.tsx'
import { asksConsent } from './asksConsent.ts'
import { PreviewCard } from './PreviewCard.tsx'
import { SentBeforeNote } from './SentBeforeNote.tsx'

/** The whole transaction for review, then the request to the wallet. */
export function WalletSendPreview() {
  const { latchkey, t, sentence } = useModalScope()
  const { modal, send } = latchkey
  const { account } = useAccount()
  const { state, confirm, prepare } = useSend()
  const { status } = state
  const [isRenewing, setRenewing] = useState(false)
  const isSigning = status === 'signing'
  const wallet = account?.connector.name ?? ''
  // The embedded wallet shows its approval on a card over this page, not in another window.
  const isEmbedded = account?.connector.type === 'embedded'
  const current = 'preview' in state ? state.preview : undefined
  const last = useRef<SendPreview | undefined>(current)
  if (current !== undefined) last.current = current
  const preview = current ?? last.current
  // Consent holds for one preview. A new preview needs a new one.
  const [accepted, setAccepted] = useState<SendPreview>()
  const [reminders, setReminders] = useState(0)
  const isAccepted = preview !== undefined && accepted === preview
  const notice = preview?.receiverNotice
  const needsWord = asksConsent(notice) && !isAccepted

  const isHandedOver = status === 'uncertain' || status === 'taken' || ('hash' in state && state.hash !== undefined)
  useEffect(() => {
    if (modal.getState().history.at(-1)?.name !== 'WalletSendPreview') return
    if (isHandedOver) modal.reset('WalletSendConfirmed')
    // The network or the account changed, so this preview is obsolete. The form explains it.
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
      <ViewFooter>
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
      </ViewFooter>
    </div>
  )
}
