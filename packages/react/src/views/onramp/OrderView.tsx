import type { OnrampOrder } from '@latchkey/core'
import { isOrderOver, LatchkeyError, type OrderStage, orderStage } from '@latchkey/protocol'
import type { Order } from '@latchkey/protocol/api'
import { useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { useBuy } from '../../hooks/useBuy.ts'
import { Button } from '../../ui/Button.tsx'
import type { IconName } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { ProgressRing, type ProgressRingProps } from '../../ui/ProgressRing.tsx'
import { ShortAmount } from '../../ui/ShortAmount.tsx'
import { TokenPicture } from '../../ui/TokenPicture.tsx'
import { useLongWait } from '../../ui/useLongWait.ts'
import { useNow } from '../../ui/useNow.ts'
import { ViewFooter } from '../../ui/ViewFooter.tsx'
import { clockText } from './clockText.ts'
import { OrderDetails } from './OrderDetails.tsx'
import { OrderSteps } from './OrderSteps.tsx'
import { useOrderWords } from './useOrderWords.ts'

export type OrderViewProps = { entry: OnrampOrder & { order: Order } }

const looks: { readonly [Stage in OrderStage]: { ring: ProgressRingProps['state']; badge: IconName } } = {
  waiting: { ring: 'waiting', badge: 'external' },
  declined: { ring: 'failed', badge: 'close' },
  processing: { ring: 'waiting', badge: 'clock' },
  paid: { ring: 'waiting', badge: 'receive' },
  sent: { ring: 'waiting', badge: 'receive' },
  delivered: { ring: 'done', badge: 'check' },
  cancelled: { ring: 'idle', badge: 'close' },
  expired: { ring: 'idle', badge: 'clock' },
  refused: { ring: 'failed', badge: 'close' },
  returning: { ring: 'failed', badge: 'back' },
  returned: { ring: 'idle', badge: 'back' },
}

/** State of an order, and the next steps. */
export function OrderView({ entry: { id: orderId, order, isStale } }: OrderViewProps) {
  const { latchkey, t, format, sentence } = useModalScope()
  const { modal } = latchkey
  const { reopen, cancel, dismiss } = useBuy({ watch: false })
  const [isBlocked, setBlocked] = useRemembered(`Buy.blocked.${orderId}`, false)
  const [isCanceling, setCanceling] = useState(false)
  const [failure, setFailure] = useState<LatchkeyError>()
  const stage = orderStage(order)
  const words = useOrderWords({ order, isBlocked })
  const isSlow = useLongWait(words.slow !== undefined)
  const canPay = (stage === 'waiting' || stage === 'declined') && order.url !== null
  const now = useNow(canPay ? 1000 : isStale ? 10_000 : undefined)
  const { ring, badge } = looks[stage]
  const { asset, purchaseAmount, provider, hash } = order

  function open(): void {
    setBlocked(!reopen({ orderId }))
  }

  async function giveUp(): Promise<void> {
    if (isCanceling) return
    setCanceling(true)
    setFailure(undefined)
    try {
      await cancel({ orderId })
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      setFailure(error)
    } finally {
      setCanceling(false)
    }
  }

  /** Leaves the view. Removes an order that has ended; others stay in the account. */
  function leave(to: 'Account' | 'OnRampProviders'): void {
    if (to === 'Account') modal.reset('Account')
    else modal.replace('OnRampProviders')
    if (isOrderOver(stage)) dismiss({ orderId })
  }

  return (
    <div className="view">
      <div className="hero">
        <ProgressRing state={isBlocked && stage === 'waiting' ? 'idle' : ring} shape="round" badge={badge}>
          <TokenPicture token={asset} size="huge" />
        </ProgressRing>
        <div role="status" className="hero-status">
          <h3 className="hero-title">{words.title}</h3>
          {stage === 'delivered' && (
            <p className="hero-amount">
              <ShortAmount text={purchaseAmount.amount} token={asset} digits={8} />
            </p>
          )}
          <p className="hero-text">{words.text}</p>
        </div>
      </div>
      <OrderSteps stage={stage} />
      {isStale && !isOrderOver(stage) && (
        <Note tone="warn">
          <strong>{t('buy.stale.title', { age: format.age({ from: Date.parse(order.updatedAt), now }) })}</strong>
          <span>{t('buy.stale.text')}</span>
        </Note>
      )}
      {isSlow && !isStale && words.slow !== undefined && <Note>{words.slow}</Note>}
      {stage === 'returning' && <Note>{t('buy.returning.note')}</Note>}
      {failure !== undefined && (
        <Note tone="loss" alert>
          {sentence(failure)}
        </Note>
      )}
      <OrderDetails order={order} stage={stage} />
      <ViewFooter>
        {canPay ? (
          <>
            <Button autoFocusInView icon="external" onClick={open}>
              {stage === 'declined'
                ? t(order.paymentMethod === 'card' ? 'buy.otherCard' : 'buy.otherAccount')
                : isBlocked
                  ? t('buy.open', { provider: provider.name })
                  : t('buy.reopen')}
            </Button>
            <div className="buy-end">
              <span className="figures" aria-hidden="true">
                {t('buy.timeLeft', { time: clockText(Date.parse(order.expiresAt) - now) })}
              </span>
              <button
                type="button"
                className="text-button"
                aria-busy={isCanceling || undefined}
                onClick={() => void giveUp()}
              >
                {t(isCanceling ? 'buy.canceling' : 'buy.cancel')}
              </button>
            </div>
          </>
        ) : stage === 'delivered' ? (
          <div className="pair buy-pair">
            {hash !== null && (
              <Button kind="secondary" onClick={() => modal.push('Transaction', { hash, chainId: order.network })}>
                {t('title.Transaction')}
              </Button>
            )}
            <Button autoFocusInView onClick={() => leave('Account')}>
              {t('sent.done')}
            </Button>
          </div>
        ) : stage === 'cancelled' || stage === 'expired' || stage === 'refused' || stage === 'returned' ? (
          <div className="pair">
            <Button kind="secondary" onClick={() => leave('Account')}>
              {t('sent.done')}
            </Button>
            <Button autoFocusInView onClick={() => leave('OnRampProviders')}>
              {t('buy.again')}
            </Button>
          </div>
        ) : (
          <Button kind="secondary" autoFocusInView onClick={() => leave('Account')}>
            {t('later.account')}
          </Button>
        )}
      </ViewFooter>
    </div>
  )
}
