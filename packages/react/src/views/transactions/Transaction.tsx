import { useReadable } from '../../hooks/useReadable.ts'
import { useModalScope } from '../../modal/ModalScope.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TransactionLinks } from '../../ui/TransactionLinks.tsx'
import { summarize } from '../account/summarize.ts'
import { TransferAmount } from '../account/TransferAmount.tsx'
import type { View } from '../ViewGroup.ts'
import { TransactionDetails } from './TransactionDetails.tsx'

/** One transaction of the history, with everything that moved in it. */
export const Transaction: View<'Transaction'> = ({ data }) => {
  const { latchkey, t } = useModalScope()
  // Read through the store, so that a pending entry turns into a confirmed one before the visitor's eyes.
  useReadable(latchkey.activity)
  const item = latchkey.activity.find(data)
  if (item === undefined) {
    return (
      <div className="view">
        <Hero icon="clock" title={t('transaction.unknown.title')} text={t('transaction.unknown.text')} />
        <TransactionLinks hash={data.hash} chainId={data.chainId} />
      </div>
    )
  }
  const { title, icon, main } = summarize(item)
  const { status } = item.metadata
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
      <TransactionLinks hash={data.hash} chainId={data.chainId} />
    </div>
  )
}
