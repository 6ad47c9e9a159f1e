import type { Transfer } from '@latchkey/protocol/api'
import { NetworkName } from '../../../account/NetworkName.tsx'
import { cleanLabel } from '../../../format/cleanLabel.ts'
import { useLanguage } from '../../../language/LanguageContext.ts'
import { Icon } from '../../../ui/Icon.tsx'
import rows from '../Rows.module.css'
import styles from './OrderRow.module.css'
import type { OrderLine } from './orderLines.ts'
import { TransactionLink } from './TransactionLink.tsx'

/** A swap for the site's token: received and paid amount, and a link to its transaction. */
export function SwapRow({
  line: { item, received, paid, time },
  now,
}: {
  line: Extract<OrderLine, { way: 'swap' }>
  now: number
}) {
  const { text, format } = useLanguage()
  const { chain, hash, minedAt } = item.metadata
  const symbolOf = ({ fungible_info }: Transfer) => cleanLabel(fungible_info?.symbol ?? '', { limit: 12 })
  const amountOf = (transfer: Transfer) => `${format.quantity(transfer.quantity.numeric)} ${symbolOf(transfer)}`
  return (
    <li className={rows.row}>
      <span className={rows.mark} data-tone="gain">
        <Icon name="trade" size={20} />
      </span>
      <span className={rows.main}>
        <span className={`${rows.title} ${styles.title}`}>
          <bdi dir="ltr" title={`${format.exactQuantity(received.quantity.numeric)} ${symbolOf(received)}`}>
            {amountOf(received)}
          </bdi>
          <span className={rows.pill}>{text.purchases.swap}</span>
        </span>
        <span className={rows.sub}>
          {text.purchases.swappedFor(`\u2068${amountOf(paid)}\u2069`)}
          <span className={styles.network}>
            {' · '}
            <NetworkName chainId={chain} />
          </span>
        </span>
      </span>
      <span className={styles.end}>
        <time className={rows.sub} dateTime={minedAt} title={format.dateTime(time)}>
          {format.when(time, now)}
        </time>
        <TransactionLink chainId={chain} hash={hash} />
      </span>
    </li>
  )
}
