import type { TrackedTransaction } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useReadable } from '../../store/useReadable.ts'
import { Hero } from '../../ui/Hero.tsx'
import { TransactionLinks } from '../../ui/TransactionLinks.tsx'
import type { View } from '../ViewGroup.ts'
import { HistoryTransaction } from './HistoryTransaction.tsx'
import { TrackedTransactionView } from './TrackedTransactionView.tsx'

/** One transaction: from the kit while it is pending, then from the activity with all its transfers. */
export const Transaction: View<'Transaction'> = ({ data }) => {
  const { latchkey, t } = useModalScope()
  // Read through the stores, so that the view changes when a pending transaction is confirmed.
  useReadable(latchkey.activity)
  const { transactions } = useReadable(latchkey.transactions)
  const tracked = transactions.find(({ id, chainId, hashes }) =>
    'id' in data
      ? id === data.id
      : chainId === data.chainId && hashes.some((hash) => hash.toLowerCase() === data.hash.toLowerCase()),
  )
  const place = 'id' in data ? placeOf(tracked) : data
  const item = place === undefined ? undefined : latchkey.activity.find(place)
  const hasEnded = tracked?.status.type === 'confirmed' && tracked.status.final
  if (tracked !== undefined && !(hasEnded && item !== undefined))
    return <TrackedTransactionView transaction={tracked} />
  if (item !== undefined) return <HistoryTransaction item={item} />
  return (
    <div className="view">
      <Hero icon="clock" title={t('transaction.unknown.title')} text={t('transaction.unknown.text')} />
      {place !== undefined && <TransactionLinks hash={place.hash} chainId={place.chainId} />}
    </div>
  )
}

/** Returns the newest hash of a followed transaction and its network; undefined before the wallet returned one. */
function placeOf(tracked: TrackedTransaction | undefined) {
  const hash = tracked?.hashes.at(-1)
  return tracked === undefined || hash === undefined ? undefined : { hash, chainId: tracked.chainId }
}
