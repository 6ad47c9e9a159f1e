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

export type ActivityRowProps = {
  item: HistoryItem
  /** Returns the visitor's name of an address, if there is one; see `useContactNames`. */
  nameOf: (address: string) => string | undefined
}

/** A row of the activity that opens its detail. Each line shares its own width, so that an address keeps its space. */
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
            // The date first: if the line is too short, the other side is hidden as a whole. The detail shows it.
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
