import { groupByMonth } from '@latchkey/core'
import { useMemo } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useActivity } from '../../hooks/useActivity.ts'
import { Freshness } from '../../ui/Freshness.tsx'
import { List } from '../../ui/List.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { useContactNames } from '../../ui/useContactNames.ts'
import { ActivityEmpty } from '../account/ActivityEmpty.tsx'
import { ActivityRow } from '../account/ActivityRow.tsx'
import { PendingTransactions } from '../account/PendingTransactions.tsx'
import { useUnderWay } from '../account/useUnderWay.ts'

/** The whole activity by month, newest first. */
export function Activity() {
  const { t, format } = useModalScope()
  const activity = useActivity()
  const { data, hasMore, loadingMore, error } = activity
  const nameOf = useContactNames()
  const underWay = useUnderWay()
  const groups = useMemo(() => {
    // The pending list at the top already shows the transactions that the kit follows.
    const known = new Set<string>(underWay.flatMap(({ hashes }) => hashes.map((hash) => hash.toLowerCase())))
    return groupByMonth((data ?? []).filter(({ metadata }) => !known.has(metadata.hash.toLowerCase())))
  }, [data, underWay])
  return (
    <div className="view">
      <Freshness resource={activity} onRetry={() => void activity.refresh()} />
      {data === undefined && error === undefined && <SkeletonRows count={6} ends />}
      {data !== undefined && data.length === 0 && underWay.length === 0 && <ActivityEmpty />}
      {underWay.length > 0 && (
        <section className="month">
          <h3 className="month-title">{t('transactions.underWay')}</h3>
          <PendingTransactions />
        </section>
      )}
      {groups.map(({ year, month, items }) => (
        <section key={`${year} ${month}`} className="month">
          <h3 className="month-title">
            <time dateTime={`${year}-${String(month + 1).padStart(2, '0')}`}>
              {format.month(new Date(year, month, 1).getTime())}
            </time>
          </h3>
          <List>
            {items.map((item) => (
              <ActivityRow key={item.id} item={item} nameOf={nameOf} />
            ))}
          </List>
        </section>
      ))}
      {loadingMore && <SkeletonRows count={2} ends />}
      {hasMore && !loadingMore && error === undefined && <LoadMore ends onReach={() => void activity.loadMore()} />}
    </div>
  )
}
