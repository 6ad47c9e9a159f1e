import { isOrderOver, type OrderStage, orderStage } from '@latchkey/protocol'
import type { Order } from '@latchkey/protocol/api'
import { useModal } from '@latchkey/react'
import { NetworkName } from '../../../account/NetworkName.tsx'
import { cleanLabel } from '../../../format/cleanLabel.ts'
import { useLanguage } from '../../../language/LanguageContext.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import rows from '../Rows.module.css'
import styles from './OrderRow.module.css'
import { TransactionLink } from './TransactionLink.tsx'

type Tone = 'gain' | 'loss' | 'accent' | undefined

/** Icon and tone of each stage. The text also states the stage. */
const looks: Record<OrderStage, { icon: IconName; tone: Tone }> = {
  waiting: { icon: 'card', tone: 'accent' },
  declined: { icon: 'warning', tone: 'loss' },
  processing: { icon: 'activity', tone: 'accent' },
  paid: { icon: 'activity', tone: 'accent' },
  sent: { icon: 'activity', tone: 'accent' },
  delivered: { icon: 'check', tone: 'gain' },
  cancelled: { icon: 'close', tone: undefined },
  expired: { icon: 'close', tone: undefined },
  refused: { icon: 'warning', tone: 'loss' },
  returning: { icon: 'warning', tone: 'loss' },
  returned: { icon: 'receive', tone: undefined },
}

/** An order: amounts, stage, and a link to its transaction, or to the payment if it started in this browser. */
export function OrderRow({ order, isOwn, now }: { order: Order; isOwn: boolean; now: number }) {
  const { text, format } = useLanguage()
  const { open } = useModal()
  const stage = orderStage(order)
  const { icon, tone } = looks[stage]
  const time = Date.parse(order.createdAt)
  const symbol = cleanLabel(order.asset.symbol, { limit: 12 })
  const { hash } = order
  const paid = format.currency(order.paymentTotal.amount, order.paymentTotal.currency)
  return (
    <li className={rows.row}>
      <span className={rows.mark} data-tone={tone}>
        <Icon name={icon} size={20} />
      </span>
      <span className={rows.main}>
        <span className={`${rows.title} ${styles.title}`}>
          <bdi dir="ltr" title={`${format.exactQuantity(order.purchaseAmount.amount)} ${symbol}`}>
            {format.quantity(order.purchaseAmount.amount)} <bdi>{symbol}</bdi>
          </bdi>
          <span className={rows.pill} data-tone={tone === 'gain' ? undefined : tone} data-stage={stage}>
            {text.purchases.stages[stage]}
          </span>
        </span>
        <span className={rows.sub}>
          {text.purchases.paid(paid, `\u2068${cleanLabel(order.provider.name)}\u2069`)}
          <span className={styles.network}>
            {' · '}
            <NetworkName chainId={order.network} />
          </span>
        </span>
      </span>
      <span className={styles.end}>
        <time className={rows.sub} dateTime={order.createdAt} title={format.dateTime(time)}>
          {format.when(time, now)}
        </time>
        {hash !== null && <TransactionLink chainId={order.network} hash={hash} />}
        {hash === null && isOwn && !isOrderOver(stage) && (
          <Button
            kind="plain"
            size="s"
            onClick={() => void open({ view: 'BuyInProgress', data: { orderId: order.id } })}
          >
            {text.purchases.goOn}
          </Button>
        )}
      </span>
    </li>
  )
}
