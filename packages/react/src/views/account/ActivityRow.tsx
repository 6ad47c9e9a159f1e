import { shortenAddress } from '@latchkey/protocol'
import type { HistoryItem } from '@latchkey/protocol/api'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useIdentity } from '../../hooks/useIdentity.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Money } from '../../ui/Money.tsx'
import { Row } from '../../ui/Row.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useDayName } from '../../ui/useDayName.ts'
import { summarize } from './summarize.ts'
import { TransferAmount } from './TransferAmount.tsx'

/** What {@link ActivityRow} takes. */
export type ActivityRowProps = {
  item: HistoryItem
  /** The name of an address, where the visitor knows one; see `useContactNames`. */
  nameOf: (address: string) => string | undefined
}

/** A transaction of the history; leads to its detail. Each of its lines shares its own width, so that an address keeps room. */
export function ActivityRow({ item, nameOf }: ActivityRowProps) {
  const { latchkey, t } = useModalScope()
  const dayName = useDayName()
  const { metadata } = item
  const { title, icon, counterpart, main, given } = summarize(item)
  const { name } = useIdentity(counterpart?.address)
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
      title={
        <span className="split" data-muted={isFailed || undefined}>
          <span>{t(title)}</span>
          {main !== undefined && <TransferAmount transfer={main} />}
        </span>
      }
      subtitle={
        <span className="split">
          {isPending ? (
            <span>{t('activity.pending')}</span>
          ) : isFailed ? (
            <span data-tone="loss">{t('activity.failed')}</span>
          ) : (
            // The date first: where the line is too short, the other side gives way as a whole; the detail shows it.
            <span className="whole-parts">
              <time dateTime={metadata.minedAt}>{dayName(metadata.minedAt)}</time>
              {counterpart !== undefined && (
                <span translate="no">
                  {' · '}
                  <bdi>{nameOf(counterpart.address) ?? name ?? shortenAddress(counterpart.address)}</bdi>
                </span>
              )}
            </span>
          )}
          {given !== undefined && given !== main ? (
            <TransferAmount transfer={given} />
          ) : (
            main !== undefined && main.value !== null && <Money value={main.value} />
          )}
        </span>
      }
      onClick={() => latchkey.modal.push('Transaction', { hash: metadata.hash, chainId: metadata.chain })}
    />
  )
}
