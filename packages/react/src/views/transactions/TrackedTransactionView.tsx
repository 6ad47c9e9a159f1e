import type { TrackedTransaction } from '@latchkey/core'
import { useEffect, useRef, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { Button } from '../../ui/Button.tsx'
import { describeStatus } from '../../ui/describeStatus.ts'
import { Note } from '../../ui/Note.tsx'
import { ProgressRing } from '../../ui/ProgressRing.tsx'
import { TokenPicture } from '../../ui/TokenPicture.tsx'
import { TransactionLinks } from '../../ui/TransactionLinks.tsx'
import { TransactionSteps } from '../../ui/TransactionSteps.tsx'
import { ViewFooter } from '../../ui/ViewFooter.tsx'
import { summarizeTracked } from '../account/summarizeTracked.ts'
import { ReplacePanel } from './ReplacePanel.tsx'
import { TrackedDetails } from './TrackedDetails.tsx'

export type TrackedTransactionViewProps = { transaction: TrackedTransaction }

/** A followed transaction: its status, the possible actions, and its details. */
export function TrackedTransactionView({ transaction }: TrackedTransactionViewProps) {
  const { latchkey, t, sentence } = useModalScope()
  const { transactions, modal } = latchkey
  const { account } = useAccount()
  const [replacing, setReplacing] = useState<'speedUp' | 'cancel'>()
  const actions = useRef<HTMLDivElement>(null)
  const wasReplacing = useRef(false)
  useEffect(() => {
    // The panel is closed, and with it the element that had the focus.
    if (replacing === undefined && wasReplacing.current) actions.current?.querySelector('button')?.focus()
    wasReplacing.current = replacing !== undefined
  }, [replacing])
  const { id, chainId, status, summary, hashes, canceling, isTaken } = transaction
  const { symbol, iconUrl } = summarizeTracked(transaction)
  const outcome = describeStatus({ status, type: summary.type, isTaken, t, sentence })
  const wallet = account?.connector.name ?? ''
  const hash = 'hash' in status && status.hash !== undefined ? status.hash : hashes.at(-1)
  const isPending = status.type === 'pending'
  const canReplace = isPending && transactions.canReplace({ id })
  const canDismiss = status.type === 'uncertain' || status.type === 'failed' || status.type === 'canceled'

  return (
    <div className="view">
      <div className="hero">
        <ProgressRing state={outcome.ring} shape="round" badge={outcome.badge}>
          <TokenPicture token={{ symbol, iconUrl }} size="huge" />
        </ProgressRing>
        <div role="status" className="hero-status">
          <h3 className="hero-title">{outcome.title}</h3>
          <p className="hero-text">{outcome.text}</p>
        </div>
      </div>
      {(status.type === 'pending' || status.type === 'confirmed') && <TransactionSteps status={status} />}
      {isPending && status.reorged && <Note>{t('sent.reorged.note')}</Note>}
      {isPending && status.slow && !status.reorged && <Note>{t('sent.slow.note')}</Note>}
      {isPending && (canceling || hashes.length > 1) && (
        <Note tone="warn">{t(canceling ? 'transactions.cancelSent' : 'transactions.faster')}</Note>
      )}
      {status.type === 'uncertain' && <Note tone="warn">{t('sent.uncertain.note', { wallet })}</Note>}
      {status.type === 'failed' && (
        <Note tone={status.error.moneyMoved === 'unknown' ? 'warn' : 'loss'}>
          {t(`send.moved.${status.error.moneyMoved}`)}
        </Note>
      )}
      <TrackedDetails transaction={transaction} />
      {hash !== undefined && <TransactionLinks hash={hash} chainId={chainId} />}
      {isPending && !canReplace && <Note>{t('transactions.inWallet', { wallet })}</Note>}
      {canReplace &&
        (replacing === undefined ? (
          <ViewFooter>
            <div className="pair" ref={actions}>
              {!canceling && (
                <Button kind="secondary" onClick={() => setReplacing('cancel')}>
                  {t('transactions.cancel')}
                </Button>
              )}
              <Button kind="secondary" onClick={() => setReplacing('speedUp')}>
                {t('transactions.speedUp')}
              </Button>
            </div>
          </ViewFooter>
        ) : (
          <ReplacePanel
            key={replacing}
            kind={replacing}
            transaction={transaction}
            onDone={() => setReplacing(undefined)}
          />
        ))}
      {canDismiss && (
        <ViewFooter>
          <Button
            kind="secondary"
            onClick={() => {
              transactions.dismiss({ id })
              modal.goBack()
            }}
          >
            {t('transactions.dismiss')}
          </Button>
        </ViewFooter>
      )}
    </div>
  )
}
