import type { OnrampOrder } from '@latchkey/core'
import type { Order } from '@latchkey/protocol/api'
import { useEffect } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useBuy } from '../../hooks/useBuy.ts'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { Note } from '../../ui/Note.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useLongWait } from '../../ui/useLongWait.ts'
import type { View } from '../ViewGroup.ts'
import { OrderView } from './OrderView.tsx'

/** An order, followed live from the payment to the payout. */
export const BuyInProgress: View<'BuyInProgress'> = ({ data: { orderId } }) => {
  const { latchkey, t } = useModalScope()
  const { modal } = latchkey
  const { state, follow } = useBuy({ watch: false })
  const entry = state.orders.find(({ id }) => id === orderId)
  useEffect(() => follow({ orderId }), [follow, orderId])
  if (isRead(entry)) return <OrderView entry={entry} />
  if (entry !== undefined) return <Unread isStale={entry.isStale} />
  return (
    <div className="view">
      <Hero icon="clock" title={t('buy.gone.title')} text={t('buy.gone.text')} />
      <Button autoFocusInView onClick={() => modal.replace('OnRampProviders')}>
        {t('buy.again')}
      </Button>
    </div>
  )
}

function isRead(entry: OnrampOrder | undefined): entry is OnrampOrder & { order: Order } {
  return entry?.order !== undefined
}

/** An order of an earlier visit that was not read yet. */
function Unread({ isStale }: { isStale: boolean }) {
  const { t } = useModalScope()
  const isSlow = useLongWait(true)
  return (
    <div className="view">
      <Hero
        picture={
          <span className="hero-mark">
            <Spinner />
          </span>
        }
        title={t('buy.unread.title')}
      />
      {(isStale || isSlow) && (
        <Note tone="warn" alert>
          {t('buy.unread.text')}
        </Note>
      )}
    </div>
  )
}
