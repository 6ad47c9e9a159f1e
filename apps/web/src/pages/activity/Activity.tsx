import type { HistoryItem } from '@latchkey/protocol/api'
import { useAccount } from '@latchkey/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { NetworkFilter } from '../../account/NetworkFilter.tsx'
import { useWalletActions } from '../../account/useWalletActions.ts'
import { historyQuery } from '../../api/queries.ts'
import { toFailure } from '../../api/toFailure.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { useSite } from '../../site/SiteContext.ts'
import { AgeNote } from '../../ui/AgeNote.tsx'
import { Button } from '../../ui/Button.tsx'
import { CrashBoundary } from '../../ui/CrashBoundary.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import styles from './Activity.module.css'
import { ActivityList } from './ActivityList.tsx'
import { ActivitySkeleton } from './ActivitySkeleton.tsx'
import { activityLines } from './activityRows.ts'
import { activityTypes } from './activityType.ts'
import { TransactionSheet } from './TransactionSheet.tsx'

/** The activity of one address by month, filtered by network and type. */
export function Activity({ address }: { address: string }) {
  const { text } = useLanguage()
  const site = useSite()
  const navigate = useNavigate({ from: '/activity' })
  const search = useSearch({ from: '/activity' })
  const { receive } = useWalletActions()
  const namespace = useAccount().account?.namespace
  const networks = site.networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === search.network)
  const type = search.type ?? 'all'

  const query = useInfiniteQuery(historyQuery({ api: site, address, chainId: network?.caipNetworkId }))
  const pages = query.data?.pages
  const items = useMemo(() => pages?.flatMap(({ value }) => value.data) ?? [], [pages])
  const lines = useMemo(() => activityLines({ items, type }), [items, type])
  const failure = query.error ? toFailure(query.error) : undefined
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query
  const canLoadMore = hasNextPage && !isFetchingNextPage && !isError
  const openItem = items.find(({ id }) => id === search.transaction)

  // A filter can match nothing in the loaded pages although older entries match: load until the list is full or complete.
  useEffect(() => {
    if (canLoadMore && pages && lines.length < 20) fetchNextPage()
  }, [canLoadMore, pages, lines.length, fetchNextPage])

  const select = (item: HistoryItem | undefined) =>
    navigate({
      search: ({ transaction: _, ...rest }) => (item ? { ...rest, transaction: item.id } : rest),
      resetScroll: false,
    })
  const first = pages?.[0]
  const filtered = network !== undefined || type !== 'all'

  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{text.activity.title}</h1>
      <div className={styles.filters}>
        <NetworkFilter
          networks={networks}
          value={network?.caipNetworkId}
          onChange={(next) =>
            navigate({
              search: ({ network: _, ...rest }) => (next ? { ...rest, network: next } : rest),
              resetScroll: false,
            })
          }
        />
        <Segmented
          label={text.activity.type}
          value={type}
          quiet
          onChange={(next) =>
            navigate({
              search: ({ type: _, ...rest }) => (next === 'all' ? rest : { ...rest, type: next }),
              resetScroll: false,
            })
          }
          options={activityTypes.map((value) => ({ value, label: text.activity.types[value] }))}
        />
      </div>
      {first && <AgeNote asOf={first.asOf} stale={first.stale} failure={failure} onRetry={() => query.refetch()} />}
      {!pages && !failure && <ActivitySkeleton />}
      {!pages && failure && (
        <FailedState title={text.activity.failed} failure={failure} onRetry={() => query.refetch()} />
      )}
      {lines.length > 0 && (
        <CrashBoundary>
          <ActivityList
            lines={lines}
            onOpen={select}
            onEnd={() => {
              if (canLoadMore) fetchNextPage()
            }}
          />
        </CrashBoundary>
      )}
      {pages && lines.length === 0 && !hasNextPage && (
        <EmptyState
          icon={filtered ? 'empty' : 'activity'}
          heading="h2"
          title={filtered ? text.activity.emptyFilter : text.activity.empty}
          text={filtered ? undefined : text.activity.emptyText}
        >
          {filtered ? (
            <Button onClick={() => navigate({ search: {}, resetScroll: false })}>{text.activity.clear}</Button>
          ) : (
            <Button kind="primary" icon="receive" onClick={() => receive()}>
              {text.activity.receive}
            </Button>
          )}
        </EmptyState>
      )}
      {pages && (
        <p className={styles.end} role="status">
          {hasNextPage && !isError && (lines.length === 0 ? text.activity.searching : text.activity.more)}
          {hasNextPage && isError && text.activity.moreFailed}
          {!hasNextPage && lines.length > 10 && text.activity.end}
        </p>
      )}
      {openItem && (
        <CrashBoundary key={openItem.id}>
          <TransactionSheet item={openItem} onClose={() => select(undefined)} />
        </CrashBoundary>
      )}
    </div>
  )
}
