import type { SwapPreview, SwapState } from '@latchkey/core'
import { shortDigits } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { Detail, Details } from '../../ui/Details.tsx'
import { Note } from '../../ui/Note.tsx'
import { ProgressRing } from '../../ui/ProgressRing.tsx'
import { ShortAmount } from '../../ui/ShortAmount.tsx'
import { TokenPicture } from '../../ui/TokenPicture.tsx'
import { TransactionLinks } from '../../ui/TransactionLinks.tsx'
import { ViewFooter } from '../../ui/ViewFooter.tsx'
import { SwapFailureNote } from './SwapFailureNote.tsx'
import { toAmount } from './toAmount.ts'
import { pictureOf } from './tokenOf.ts'

export type SwapOutcomeProps = {
  state: Extract<SwapState, { status: 'pending' | 'confirmed' | 'failed' }>
  preview: SwapPreview
}

/** Status of a submitted swap: pending, slow, confirmed with the received amount, or refused by the network. */
export function SwapOutcome({ state, preview }: SwapOutcomeProps) {
  const { latchkey, t, format } = useModalScope()
  const { modal, swap } = latchkey
  const { status } = state
  const { from, to } = preview
  const received = status === 'confirmed' ? state.received : undefined
  const outcome =
    status === 'failed'
      ? { title: t(state.error.moneyMoved === 'unknown' ? 'sent.unknown.title' : 'swap.failedTitle'), text: undefined }
      : status === 'confirmed'
        ? { title: t(received === undefined ? 'swap.confirmedTitle' : 'swap.got'), text: t('sent.confirmed.text') }
        : state.slow
          ? { title: t('sent.slow.title'), text: t('sent.slow.text') }
          : { title: t('swap.pendingTitle'), text: t('sent.pending.text') }

  const canRepeat = status === 'failed' && state.error.moneyMoved !== 'unknown'
  const isUnknown = status === 'failed' && !canRepeat
  // A swap that did not happen has no details.
  const isOpen = !canRepeat

  /** Returns to the form with the same tokens, and with the same amount if the swap failed. */
  function startOver(): void {
    const { fromAmountText, slippage } = preview
    swap.edit({ from, to, slippage, amount: canRepeat ? fromAmountText : '' })
    modal.replace('Swap')
  }

  /** Returns to where the visitor came from: the page that opened the review, otherwise the account. */
  function finish(): void {
    if (modal.getState().history.length === 1) modal.close()
    else modal.reset('Account')
    swap.reset()
  }

  return (
    <div className="view">
      <div className="hero">
        <ProgressRing
          state={status === 'pending' ? 'waiting' : status === 'confirmed' ? 'done' : isUnknown ? 'idle' : 'failed'}
          shape="round"
          badge={status === 'pending' ? 'self' : status === 'confirmed' ? 'check' : isUnknown ? 'help' : 'close'}
        >
          <TokenPicture token={pictureOf(to)} size="huge" />
        </ProgressRing>
        <div role="status" className={status === 'failed' ? undefined : 'hero-status'}>
          <h3 className="hero-title">{outcome.title}</h3>
          {received !== undefined && (
            <p
              className="hero-amount figures exact"
              translate="no"
              data-length={received.length > 14 ? 'long' : undefined}
            >
              {toAmount({ text: received, token: to, format, digits: shortDigits(received) })}
            </p>
          )}
          {outcome.text !== undefined && <p className="hero-text">{outcome.text}</p>}
        </div>
      </div>
      {status === 'failed' && <SwapFailureNote failure={state.error} />}
      {isOpen && (
        <Details>
          <Detail name={t(status === 'confirmed' ? 'swap.paid' : 'swap.pay')}>
            <span className="figures exact" translate="no">
              {toAmount({ text: preview.fromAmountText, token: from, format })}
            </span>
          </Detail>
          <Detail name={t(received === undefined ? 'swap.minimum' : 'swap.received')}>
            {received === undefined ? (
              <ShortAmount text={preview.minimumText} token={to} />
            ) : (
              <ShortAmount text={received} token={to} digits={8} />
            )}
          </Detail>
        </Details>
      )}
      {status === 'pending' && state.slow && <Note>{t('sent.slow.note')}</Note>}
      {state.hash !== undefined && <TransactionLinks hash={state.hash} chainId={preview.chainId} />}
      <ViewFooter>
        <div className="pair">
          {!isUnknown && (
            <Button kind="secondary" onClick={startOver}>
              {t(canRepeat ? 'tryAgain' : 'swap.again')}
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
