import { isOrderOver, orderStage, parseAccountId, parseChainId, toTopic } from '@latchkey/protocol'
import type { Order } from '@latchkey/protocol/api'
import { useLatchkey } from '@latchkey/react'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useBuyWithCard } from '../../../account/useBuyWithCard.ts'
import type { Dated } from '../../../api/Dated.ts'
import { myOrdersQuery } from '../../../api/ownQueries.ts'
import { historyQuery } from '../../../api/queries.ts'
import { toFailure } from '../../../api/toFailure.ts'
import { useLanguage } from '../../../language/LanguageContext.ts'
import { renew } from '../../../live/renew.ts'
import { useFollow } from '../../../live/useFollow.ts'
import { useReadable } from '../../../live/useReadable.ts'
import { useOwner } from '../../../signIn/SignedInContext.ts'
import { useSite } from '../../../site/SiteContext.ts'
import { tokenOf } from '../../../site/siteConfig.ts'
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
import { OrderRow } from './OrderRow.tsx'
import { orderLines } from './orderLines.ts'
import { SwapRow } from './SwapRow.tsx'

/** Largest number of pending orders that are followed live, more than a visitor has. */
const followed = 20

/** Number of lines that a page shows before it asks for more, and of history pages that it reads for them. */
const [fewLines, fewPages] = [10, 5]

/** The account's orders from any browser, and its swaps for the site's token, newest first. */
export function OrdersPage() {
  const { text } = useLanguage()
  const api = useSite()
  const owner = useOwner()
  const cache = useQueryClient()
  const own = useOwnOrders()
  const buyWithCard = useBuyWithCard()
  const now = useNow(15_000)
  const options = myOrdersQuery({ api, owner })
  const query = useInfiniteQuery(options)
  usePageTitle(text.purchases.title)
  const pages = query.data?.pages
  const orders = pages?.flatMap(({ value }) => value.orders)
  const failure = query.error ? toFailure(query.error) : undefined
  const [first] = pages ?? []

  const swaps = useSwaps()
  const lines =
    orders &&
    (swaps.items || swaps.failure) &&
    orderLines({
      ...{ orders, items: swaps.items ?? [], token: api.token },
      hasMore: { orders: query.hasNextPage, items: swaps.query.hasNextPage },
    })
  const hasMore = query.hasNextPage || swaps.query.hasNextPage
  const isReading = query.isFetchingNextPage || swaps.query.isFetchingNextPage
  const readMore = () => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
    if (swaps.query.hasNextPage && !swaps.query.isFetchingNextPage) void swaps.query.fetchNextPage()
  }
  const readMoreAlone = useEffectEvent(readMore)
  // Most of a history is unrelated, so read several pages before the visitor has to ask.
  const isThin = lines !== undefined && lines.length < fewLines && (swaps.query.data?.pages.length ?? 0) < fewPages
  const mayRead = isThin && swaps.query.hasNextPage && !isReading && !swaps.query.isError
  useEffect(() => {
    if (mayRead) readMoreAlone()
  }, [mayRead])

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
    onResync: () => renew(cache, options.queryKey),
  })

  return (
    <Section title={text.purchases.title} text={text.purchases.text}>
      {first && <AgeNote asOf={first.asOf} stale={first.stale} failure={failure} onRetry={() => query.refetch()} />}
      {!lines && !failure && (
        <div aria-busy="true">
          <SkeletonRows count={3} picture={44} widths={[18, 8]} />
        </div>
      )}
      {!orders && failure && (
        <FailedState title={text.purchases.failed} failure={failure} onRetry={() => query.refetch()} />
      )}
      {swaps.failure && (
        <FailedState title={text.purchases.swapsFailed} failure={swaps.failure} onRetry={() => swaps.query.refetch()} />
      )}
      {lines?.length === 0 && !hasMore && !swaps.failure && (
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
      {lines && lines.length > 0 && (
        <ul className={rows.rows} aria-label={text.purchases.title}>
          {lines.map((line) =>
            line.way === 'order' ? (
              <OrderRow key={line.key} order={line.order} isOwn={own.has(line.order.id)} now={now} />
            ) : (
              <SwapRow key={line.key} line={line} now={now} />
            ),
          )}
        </ul>
      )}
      {lines && hasMore && (
        <Button className={rows.more} aria-disabled={isReading} onClick={readMore}>
          {text.purchases.more}
        </Button>
      )}
    </Section>
  )
}

/** Returns the account's history on the network of the site's token, if the account is of its family. */
function useSwaps() {
  const api = useSite()
  const { chainId: ownChain, address } = parseAccountId(useOwner())
  const { chainId } = tokenOf(api)
  const enabled = parseChainId(ownChain).namespace === parseChainId(chainId).namespace
  const query = useInfiniteQuery({ ...historyQuery({ api, address, chainId }), enabled })
  const items = enabled ? query.data?.pages.flatMap(({ value }) => value.data) : []
  return { query, items, failure: !items && query.error ? toFailure(query.error) : undefined }
}

/** Returns the orders that the kit follows, which started in this browser and can return to their payment. */
function useOwnOrders(): ReadonlySet<string> {
  const { onramp } = useLatchkey()
  useEffect(() => onramp.resume(), [onramp])
  return new Set(useReadable(onramp).orders.map(({ id }) => id))
}

/** Returns the pages with the current state of an order. */
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
