import { shortenAddress } from '@latchkey/protocol'
import type { HistoryItem } from '@latchkey/protocol/api'
import { useModalScope } from '../../modal/ModalScope.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Money } from '../../ui/Money.tsx'
import { Row } from '../../ui/Row.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { summarize } from './summarize.ts'
import { TransferAmount } from './TransferAmount.tsx'

/** What {@link ActivityRow} takes. */
export type ActivityRowProps = { item: HistoryItem }

/** A transaction of the history; leads to its detail. */
export function ActivityRow({ item }: ActivityRowProps) {
  const { latchkey, t, format } = useModalScope()
  const { metadata } = item
  const { title, icon, counterpart, main } = summarize(item)
  const isPending = metadata.status === 'pending'
  const isFailed = metadata.status === 'failed'
  return (
    <Row
      id={item.id}
      picture={
        <span className="picture tile" data-tone={isFailed ? 'loss' : main?.direction === 'in' ? 'gain' : undefined}>
          {isPending ? <Spinner /> : <Icon name={isFailed ? 'alert' : icon} />}
        </span>
      }
      title={t(title)}
      subtitle={
        isPending ? (
          t('activity.pending')
        ) : isFailed ? (
          <span data-tone="loss">{t('activity.failed')}</span>
        ) : (
          <>
            {/* The date first: when the line is too short, the other side gives way; the detail shows it whole. */}
            <time dateTime={metadata.minedAt}>{format.day(metadata.minedAt)}</time>
            {counterpart !== undefined && <span translate="no">{` · ${shortenAddress(counterpart.address)}`}</span>}
          </>
        )
      }
      end={
        main !== undefined && (
          <span className="row-values" data-muted={isFailed || undefined}>
            <TransferAmount transfer={main} />
            {main.value !== null && (
              <span className="row-subtitle">
                <Money value={main.value} />
              </span>
            )}
          </span>
        )
      }
      onClick={() => latchkey.modal.push('Transaction', { hash: metadata.hash, chainId: metadata.chain })}
    />
  )
}
