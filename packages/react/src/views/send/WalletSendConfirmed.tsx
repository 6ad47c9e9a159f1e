import { useSend } from '../../hooks/useSend.ts'
import { useModalScope } from '../../modal/ModalScope.tsx'
import { AddressText } from '../../ui/AddressText.tsx'
import { Button } from '../../ui/Button.tsx'
import { Detail, Details } from '../../ui/Details.tsx'
import { Foot } from '../../ui/Foot.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { Note } from '../../ui/Note.tsx'
import { ProgressRing } from '../../ui/ProgressRing.tsx'
import { TokenPicture } from '../../ui/TokenPicture.tsx'
import { TransactionLinks } from '../../ui/TransactionLinks.tsx'

/** A transaction that left: on its way, slow, in a block, or refused by the network. */
export function WalletSendConfirmed() {
  const { latchkey, t, sentence } = useModalScope()
  const { modal, send } = latchkey
  const { state } = useSend()
  if (state.status !== 'pending' && state.status !== 'confirmed' && state.status !== 'failed') {
    return (
      <div className="view">
        <Hero icon="send" title={t('sent.none.title')} text={t('sent.none.text')} />
        <Button onClick={() => modal.reset('Account')}>{t('sent.done')}</Button>
      </div>
    )
  }
  const { preview, status } = state
  const outcome =
    status === 'failed'
      ? {
          title: t(state.error.moneyMoved === 'unknown' ? 'sent.unknown.title' : 'sent.failed.title'),
          text: sentence(state.error),
        }
      : status === 'confirmed'
        ? { title: t('sent.confirmed.title'), text: t('sent.confirmed.text') }
        : state.slow
          ? { title: t('sent.slow.title'), text: t('sent.slow.text') }
          : { title: t('sent.pending.title'), text: t('sent.pending.text') }

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
          <h3 className="hero-title">{outcome.title}</h3>
          <p className="hero-text">{outcome.text}</p>
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
      {status === 'failed' && <Note tone="loss">{t(`send.moved.${state.error.moneyMoved}`)}</Note>}
      {status === 'pending' && state.slow && <Note>{t('sent.slow.note')}</Note>}
      {preview !== undefined && state.hash !== undefined && (
        <TransactionLinks hash={state.hash} chainId={preview.chainId} />
      )}
      <Foot>
        <Button autoFocusInView onClick={finish}>
          {t('sent.done')}
        </Button>
      </Foot>
    </div>
  )
}
