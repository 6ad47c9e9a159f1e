import { groupByMonth } from '@latchkey/core'
import { useMemo } from 'react'
import { useActivity } from '../../hooks/useActivity.ts'
import { useModalScope } from '../../modal/ModalScope.tsx'
import { Freshness } from '../../ui/Freshness.tsx'
import { List } from '../../ui/List.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { ActivityEmpty } from '../account/ActivityEmpty.tsx'
import { ActivityRow } from '../account/ActivityRow.tsx'

/** The whole history, by month, newest first. */
export function Activity() {
  const { format } = useModalScope()
  const activity = useActivity()
  const { data, hasMore, loadingMore, error } = activity
  const groups = useMemo(() => groupByMonth(data ?? []), [data])
  return (
    <div className="view">
      <Freshness resource={activity} onRetry={() => void activity.refresh()} />
      {data === undefined && error === undefined && <SkeletonRows count={6} ends />}
      {data !== undefined && data.length === 0 && <ActivityEmpty />}
      {groups.map(({ year, month, items }) => (
        <section key={`${year} ${month}`} className="month">
          <h3 className="month-title">
            <time dateTime={`${year}-${String(month + 1).padStart(2, '0')}`}>
              {format.month(new Date(year, month, 1).getTime())}
            </time>
          </h3>
          <List>
            {items.map((item) => (
              <ActivityRow key={item.id} item={item} />
            ))}
          </List>
        </section>
      ))}
      {loadingMore && <SkeletonRows count={2} ends />}
      {hasMore && !loadingMore && error === undefined && <LoadMore ends onReach={() => void activity.loadMore()} />}
    </div>
  )
}
