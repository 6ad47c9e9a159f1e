import { isOrderOver, orderStage, toTopic } from '@latchkey/protocol'
import type { Order } from '@latchkey/protocol/api'
import { useLatchkey } from '@latchkey/react'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useBuyWithCard } from '../../../account/useBuyWithCard.ts'
import type { Dated } from '../../../api/Dated.ts'
import { myOrdersQuery } from '../../../api/ownQueries.ts'
import { toFailure } from '../../../api/toFailure.ts'
import { useLanguage } from '../../../language/LanguageContext.ts'
import { useFollow } from '../../../live/useFollow.ts'
import { useReadable } from '../../../live/useReadable.ts'
import { useOwner } from '../../../signIn/SignedInContext.ts'
import { useSite } from '../../../site/SiteContext.ts'
import { AgeNote } from '../../../ui/AgeNote.tsx'
import button from '../../../ui/Button.module.css'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailedState } from '../../../ui/FailedState.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { useNow } from '../../../ui/useNow.ts'
import { usePageTitle } from '../../../ui/usePageTitle.ts'
import rows from '../Rows.module.css'
import { Section } from '../Section.tsx'
import { PurchaseRow } from './PurchaseRow.tsx'

/** So many purchases that are under way are followed live; more than that nobody has. */
const followed = 20

/** What was bought for the account with a card or a bank account, in whatever browser, newest first. */
export function PurchasesPage() {
  const { text } = useLanguage()
  const api = useSite()
  const owner = useOwner()
  const cache = useQueryClient()
  const own = useOwnPurchases()
  const buyWithCard = useBuyWithCard()
  const now = useNow(15_000)
  const options = myOrdersQuery({ api, owner })
  const query = useInfiniteQuery(options)
  usePageTitle(text.purchases.title)
  const pages = query.data?.pages
  const orders = pages?.flatMap(({ value }) => value.orders)
  const failure = query.error ? toFailure(query.error) : undefined
  const [first] = pages ?? []

  useFollow({
    topics: (orders ?? [])
      .filter((order) => !isOrderOver(orderStage(order)))
      .slice(0, followed)
      .map(({ id }) => toTopic('order', id)),
    onEvent: (event) => {
      if (event.kind === 'order')
        cache.setQueryData<InfiniteData<Dated<{ orders: Order[]; next: string | null }>, string>>(
          options.queryKey,
          (old) => old && withOrder(old, event.order),
        )
    },
    onResync: () => cache.invalidateQueries({ queryKey: options.queryKey }),
  })

  return (
    <Section title={text.purchases.title} text={text.purchases.text}>
      {first && <AgeNote asOf={first.asOf} stale={first.stale} failure={failure} onRetry={() => query.refetch()} />}
      {!orders && !failure && (
        <div aria-busy="true">
          <SkeletonRows count={3} picture={44} widths={[18, 8]} />
        </div>
      )}
      {!orders && failure && (
        <FailedState title={text.purchases.failed} failure={failure} onRetry={() => query.refetch()} />
      )}
      {orders?.length === 0 && (
        <EmptyState compact icon="card" title={text.purchases.empty} text={text.purchases.emptyText}>
          {buyWithCard ? (
            <Button kind="primary" icon="card" onClick={() => buyWithCard()}>
              {text.buy.card}
            </Button>
          ) : (
            <Link to="/" className={button.button} data-kind="quiet">
              {text.notFound.home}
            </Link>
          )}
        </EmptyState>
      )}
      {orders && orders.length > 0 && (
        <ul className={rows.rows} aria-label={text.purchases.title}>
          {orders.map((order) => (
            <PurchaseRow key={order.id} order={order} isOwn={own.has(order.id)} now={now} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          className={rows.more}
          aria-disabled={query.isFetchingNextPage}
          onClick={() => {
            if (!query.isFetchingNextPage) void query.fetchNextPage()
          }}
        >
          {text.purchases.more}
        </Button>
      )}
    </Section>
  )
}

/** The purchases that the kit follows: it knows those that were begun in this browser, and can lead back to their payment. */
function useOwnPurchases(): ReadonlySet<string> {
  const { onramp } = useLatchkey()
  useEffect(() => onramp.resume(), [onramp])
  return new Set(useReadable(onramp).purchases.map(({ id }) => id))
}

/** The pages with what is known of one purchase now. */
function withOrder<Page extends { value: { orders: Order[] } }>(
  data: InfiniteData<Page, string>,
  order: Order,
): InfiniteData<Page, string> {
  const put = (page: Page): Page => ({
    ...page,
    value: { ...page.value, orders: page.value.orders.map((one) => (one.id === order.id ? order : one)) },
  })
  return { ...data, pages: data.pages.map(put) }
}
