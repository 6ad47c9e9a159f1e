import type { SendState, TransactionStatus } from '@latchkey/core'
import { useRef } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useSend } from '../../hooks/useSend.ts'
import { useReadable } from '../../store/useReadable.ts'
import { Button } from '../../ui/Button.tsx'
import { Detail, Details } from '../../ui/Details.tsx'
import { describeStatus } from '../../ui/describeStatus.ts'
import { Hero } from '../../ui/Hero.tsx'
import { NamedAddress } from '../../ui/NamedAddress.tsx'
import { Note } from '../../ui/Note.tsx'
import { ProgressRing } from '../../ui/ProgressRing.tsx'
import { TokenPicture } from '../../ui/TokenPicture.tsx'
import { TransactionLinks } from '../../ui/TransactionLinks.tsx'
import { TransactionSteps } from '../../ui/TransactionSteps.tsx'
import { useContactNames } from '../../ui/useContactNames.ts'
import { ViewFooter } from '../../ui/ViewFooter.tsx'

/** Status of a submitted payment: pending, slow, confirmed, final, returned to pending, canceled, refused, or unknown. */
export function WalletSendConfirmed() {
  const { latchkey, t, sentence } = useModalScope()
  const { modal, send } = latchkey
  const { account } = useAccount()
  const { transactions } = useReadable(latchkey.transactions)
  const { state } = useSend()
  const nameOf = useContactNames()
  const isFinished = useRef(false)
  const status = statusOf(state)
  if (status === undefined || !('preview' in state)) {
    return (
      <div className="view">
        <Hero icon="send" title={t('sent.none.title')} text={t('sent.none.text')} />
        <Button onClick={() => modal.reset('Account')}>{t('sent.done')}</Button>
      </div>
    )
  }
  const { preview } = state
  const transactionId = 'transactionId' in state ? state.transactionId : undefined
  const hash = 'hash' in status ? status.hash : undefined
  const isTaken = status.type === 'asked'
  const outcome = describeStatus({ status, type: 'send', isTaken, t, sentence })
  const isPending = status.type === 'pending'
  // Another tab can have followed the transaction and dismissed it since.
  const isFollowed = transactions.some(({ id }) => id === transactionId)

  function finish(): void {
    // Two quick clicks leave the view once.
    if (isFinished.current) return
    isFinished.current = true
    modal.reset('Account')
    send.reset()
  }

  return (
    <div className="view">
      <div className="hero">
        <ProgressRing state={outcome.ring} shape="round" badge={outcome.badge}>
          {preview !== undefined && <TokenPicture token={preview.token} size="huge" />}
        </ProgressRing>
        <div role="status" className="hero-status">
          <h3 className="hero-title">{outcome.title}</h3>
          <p className="hero-text">{outcome.text}</p>
        </div>
      </div>
      {(status.type === 'pending' || status.type === 'confirmed') && <TransactionSteps status={status} />}
      {preview !== undefined && (
        <Details>
          <Detail name={t('send.amount')}>
            <span className="figures" translate="no">
              {preview.amountText} {preview.token.symbol}
            </span>
          </Detail>
          <Detail name={t('send.to')} stacked>
            <NamedAddress address={preview.receiver} name={preview.receiverName ?? nameOf(preview.receiver)} />
          </Detail>
        </Details>
      )}
      {status.type === 'failed' && (
        <Note tone={status.error.moneyMoved === 'unknown' ? 'warn' : 'loss'}>
          {t(`send.moved.${status.error.moneyMoved}`)}
        </Note>
      )}
      {status.type === 'uncertain' && (
        <Note tone="warn">
          {state.status === 'uncertain' && state.error !== undefined && <strong>{sentence(state.error)}</strong>}
          <span>{t('sent.uncertain.note', { wallet: account?.connector.name ?? '' })}</span>
        </Note>
      )}
      {isPending && status.reorged && <Note>{t('sent.reorged.note')}</Note>}
      {isPending && status.slow && !status.reorged && <Note>{t('sent.slow.note')}</Note>}
      {preview !== undefined && hash !== undefined && <TransactionLinks hash={hash} chainId={preview.chainId} />}
      <ViewFooter>
        <div className="pair">
          {(isPending || isTaken || status.type === 'uncertain') && isFollowed && transactionId !== undefined && (
            <Button kind="secondary" onClick={() => modal.push('Transaction', { id: transactionId })}>
              {t(isPending && latchkey.transactions.canReplace({ id: transactionId }) ? 'sent.follow' : 'details')}
            </Button>
          )}
          <Button autoFocusInView onClick={finish}>
            {t('sent.done')}
          </Button>
        </div>
      </ViewFooter>
    </div>
  )
}

/** Returns the status of a submitted payment in the form of a followed transaction; undefined before. */
function statusOf(state: SendState): TransactionStatus | undefined {
  switch (state.status) {
    case 'taken':
      return { type: 'asked' }
    case 'pending':
      return { type: 'pending', hash: state.hash, slow: state.slow, reorged: state.reorged }
    case 'confirmed':
      return { type: 'confirmed', hash: state.hash, block: state.block, final: state.final }
    case 'canceled':
      return { type: 'canceled', hash: state.hash }
    case 'uncertain':
      return { type: 'uncertain' }
    case 'failed':
      return { type: 'failed', hash: state.hash, error: state.error }
    default:
      return undefined
  }
}
