import type { OnrampOrder } from '@latchkey/core'
import { orderStage } from '@latchkey/protocol'
import type { Order } from '@latchkey/protocol/api'
import { useEffect } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useBuy } from '../../hooks/useBuy.ts'
import { useConnections } from '../../hooks/useConnections.ts'
import { Icon } from '../../ui/Icon.tsx'
import { List } from '../../ui/List.tsx'
import { Row } from '../../ui/Row.tsx'
import { Spinner } from '../../ui/Spinner.tsx'

/** Largest number of rows above the account's tabs. */
const shown = 3

/** The account's pending orders, and failed ones that the visitor has not dismissed. */
export function OrderRows() {
  const { t } = useModalScope()
  const { state } = useBuy({ watch: false })
  const { address } = useAccount()
  const { connections } = useConnections()
  const own = [address, ...connections.map(({ account }) => account.address)].map((one) => one?.toLowerCase())
  const rows = state.orders.flatMap(({ id, order }) =>
    order !== undefined && own.includes(order.address.toLowerCase()) && order.state !== 'delivered'
      ? [{ id, order }]
      : [],
  )
  if (rows.length === 0) return null
  return (
    <List label={t('buy.rows')}>
      {rows.slice(0, shown).map(({ id, order }) => (
        <OrderRow key={id} id={id} order={order} />
      ))}
    </List>
  )
}

function OrderRow({ id, order }: { id: OnrampOrder['id']; order: Order }) {
  const { latchkey, t, format } = useModalScope()
  const { follow } = useBuy({ watch: false })
  useEffect(() => follow({ orderId: id }), [follow, id])
  const stage = orderStage(order)
  const isFailed = !['waiting', 'processing', 'paid', 'sent'].includes(stage)
  return (
    <Row
      id={`order-${id}`}
      picture={
        <span className="picture tile" data-tone={isFailed ? 'loss' : undefined}>
          {isFailed ? <Icon name="alert" /> : stage === 'waiting' ? <Icon name="clock" /> : <Spinner />}
        </span>
      }
      title={
        <span className="split" data-muted={isFailed || undefined}>
          <span>{t('buy.row')}</span>
          <span className="figures amount" translate="no">
            {format.amount(order.purchaseAmount.amount, { digits: 4 })} {order.asset.symbol}
          </span>
        </span>
      }
      subtitle={
        <span data-tone={isFailed ? 'loss' : undefined}>
          {t(stage === 'waiting' || stage === 'delivered' ? 'buy.row.waiting' : `buy.${stage}.title`)}
        </span>
      }
      onClick={() => latchkey.modal.push('BuyInProgress', { orderId: id })}
    />
  )
}
