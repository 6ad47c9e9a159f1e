import { useSend } from '../../hooks/useSend.ts'
import { useModalScope } from '../../modal/ModalScope.tsx'
import { AddressText } from '../../ui/AddressText.tsx'
import { Button } from '../../ui/Button.tsx'
import { Detail, Details } from '../../ui/Details.tsx'
import { Note } from '../../ui/Note.tsx'
import { ProgressRing } from '../../ui/ProgressRing.tsx'
import { TokenPicture } from '../../ui/TokenPicture.tsx'
import { TransactionLinks } from '../../ui/TransactionLinks.tsx'
import { SendFailureNote } from './SendFailureNote.tsx'

/** A transaction that left: on its way, slow, in a block, or refused by the network. */
export function WalletSendConfirmed() {
  const { latchkey, t } = useModalScope()
  const { modal, send } = latchkey
  const { state } = useSend()
  if (state.status !== 'pending' && state.status !== 'confirmed' && state.status !== 'failed') return null
  const { preview, status } = state
  const name = status === 'pending' && state.slow ? 'slow' : status

  function finish(): void {
    modal.reset('Account')
    send.reset()
  }

  return (
    <div className="view">
      <div className="hero">
        <ProgressRing
          state={status === 'pending' ? 'waiting' : status === 'confirmed' ? 'done' : 'failed'}
          shape="round"
          badge={status === 'pending' ? 'send' : status === 'confirmed' ? 'check' : 'close'}
        >
          {preview !== undefined && <TokenPicture token={preview.token} size="huge" />}
        </ProgressRing>
        <div role="status" className="hero-status">
          <h3 className="hero-title">{t(`sent.${name}.title`)}</h3>
          <p className="hero-text">{t(`sent.${name}.text`)}</p>
        </div>
      </div>
      {preview !== undefined && (
        <Details>
          <Detail name={t('send.amount')}>
            <span className="figures" translate="no">
              {preview.amountText} {preview.token.symbol}
            </span>
          </Detail>
          <Detail name={t('send.to')} stacked>
            <AddressText address={preview.receiver} />
          </Detail>
        </Details>
      )}
      {status === 'failed' && <SendFailureNote failure={state.error} />}
      {status === 'pending' && state.slow && <Note>{t('sent.slow.note')}</Note>}
      {preview !== undefined && state.hash !== undefined && (
        <TransactionLinks hash={state.hash} chainId={preview.chainId} />
      )}
      <Button autoFocusInView onClick={finish}>
        {t('sent.done')}
      </Button>
    </div>
  )
}
