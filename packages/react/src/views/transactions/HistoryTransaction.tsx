import type { HistoryItem } from '@latchkey/protocol/api'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TransactionLinks } from '../../ui/TransactionLinks.tsx'
import { summarize } from '../account/summarize.ts'
import { TransferAmount } from '../account/TransferAmount.tsx'
import { TransactionDetails } from './TransactionDetails.tsx'

export type HistoryTransactionProps = { item: HistoryItem }

/** One transaction of the activity, with all its transfers. */
export function HistoryTransaction({ item }: HistoryTransactionProps) {
  const { t } = useModalScope()
  const { title, icon, main } = summarize(item)
  const { status, hash, chain } = item.metadata
  const tone = status === 'failed' ? 'loss' : main?.direction === 'in' ? 'gain' : 'plain'
  return (
    <div className="view">
      <div className="hero">
        <span className="hero-mark" data-tone={tone}>
          {status === 'pending' ? <Spinner /> : <Icon name={status === 'failed' ? 'alert' : icon} />}
        </span>
        <h3 className="hero-title">{t(title)}</h3>
        {main !== undefined && (
          <p className="hero-amount" data-muted={status === 'failed' || undefined}>
            <TransferAmount transfer={main} />
          </p>
        )}
        {status === 'failed' && <p className="hero-text">{t('transaction.failedText')}</p>}
      </div>
      <TransactionDetails item={item} />
      <TransactionLinks hash={hash} chainId={chain} />
    </div>
  )
}
