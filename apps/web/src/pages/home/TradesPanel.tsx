import type { Token, Trade } from '@latchkey/protocol/api'
import { useLatchkey } from '@latchkey/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { AccountLabel } from '../../account/AccountLabel.tsx'
import { tradesQuery } from '../../api/queries.ts'
import { toFailure } from '../../api/toFailure.ts'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { useReadable } from '../../live/useReadable.ts'
import { type Explorer, explorerOf, explorerUrl } from '../../site/explorer.ts'
import { useSite } from '../../site/SiteContext.ts'
import { tokenOf } from '../../site/siteConfig.ts'
import { AgeNote } from '../../ui/AgeNote.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { useMediaQuery } from '../../ui/useMediaQuery.ts'
import { useNow } from '../../ui/useNow.ts'
import { VirtualRows } from '../../ui/VirtualRows.tsx'
import { Panel, PanelSkeleton } from './Panel.tsx'
import styles from './TradesPanel.module.css'

/** The trades of the token, newest first. New ones slide in after their block. */
export function TradesPanel({ token, fresh }: { token: Token | undefined; fresh: ReadonlySet<string> }) {
  const { text } = useLanguage()
  const site = useSite()
  const query = useInfiniteQuery(tradesQuery({ api: site, token: site.token }))
  const { status } = useReadable(useLatchkey().realtime)
  const now = useNow()
  const narrow = useMediaQuery('(max-width: 720px)')
  const pages = query.data?.pages
  const trades = pages?.flatMap(({ value }) => value.data)
  const failure = query.error ? toFailure(query.error) : undefined
  const symbol = token ? cleanLabel(token.symbol, { limit: 12 }) : ''
  const explorer = explorerOf({ ...site, chainId: tokenOf(site).chainId })
  const liveness = status === 'live' ? 'live' : status === 'down' ? 'down' : 'connecting'

  return (
    <Panel
      title={text.trades.title}
      aside={
        <span className={styles.live} data-status={liveness}>
          {text.trades[liveness]}
        </span>
      }
    >
      {!trades && !failure && <PanelSkeleton rowHeight={narrow ? 60 : 44} />}
      {!trades && failure && (
        <FailedState title={text.trades.failed} failure={failure} onRetry={() => query.refetch()} />
      )}
      {trades?.length === 0 && (
        <EmptyState compact icon="trade" title={text.trades.empty} text={text.trades.emptyHint} />
      )}
      {trades && trades.length > 0 && (
        <>
          {pages?.[0] && (
            <AgeNote asOf={pages[0].asOf} stale={pages[0].stale} failure={failure} onRetry={() => query.refetch()} />
          )}
          <div className={styles.head} aria-hidden="true">
            <span>{text.trades.side}</span>
            <span>{text.trades.amount}</span>
            <span>{text.trades.price}</span>
            <span>{text.trades.value}</span>
            <span>{text.trades.maker}</span>
            <span>{text.trades.time}</span>
          </div>
          <div className={styles.list}>
            <VirtualRows
              items={trades}
              label={text.trades.title}
              rowHeight={narrow ? 60 : 44}
              keyOf={({ id }) => id}
              onEnd={() => {
                if (query.hasNextPage && !query.isFetchingNextPage && !query.isError) query.fetchNextPage()
              }}
              render={(trade) => (
                <TradeRow trade={trade} symbol={symbol} now={now} fresh={fresh.has(trade.id)} explorer={explorer} />
              )}
            />
          </div>
        </>
      )}
    </Panel>
  )
}

function TradeRow({
  trade,
  symbol,
  now,
  fresh,
  explorer,
}: {
  trade: Trade
  symbol: string
  now: number
  fresh: boolean
  /** Explorer for the transaction; without one the row has no link. */
  explorer: Explorer | undefined
}) {
  const { text, format } = useLanguage()
  const time = Date.parse(trade.minedAt)
  return (
    <div className={styles.row} data-side={trade.side} data-fresh={fresh}>
      <span className={styles.side}>{text.trades[trade.side]}</span>
      <span className={styles.amount} title={`${format.exactQuantity(trade.quantity.numeric)} ${symbol}`}>
        <bdi dir="ltr">
          {format.quantity(trade.quantity.numeric)} <span className={styles.symbol}>{symbol}</span>
        </bdi>
      </span>
      <span className={styles.price}>{format.price(trade.price)}</span>
      <span className={styles.value}>{format.money(trade.value)}</span>
      <span className={styles.maker}>
        <AccountLabel address={trade.maker} />
      </span>
      <time className={styles.time} dateTime={trade.minedAt} title={format.dateTime(time)}>
        {explorer ? (
          <a href={explorerUrl({ explorer, path: `tx/${trade.hash}` })} target="_blank" rel="noreferrer">
            {format.ago(time, now)}
          </a>
        ) : (
          format.ago(time, now)
        )}
      </time>
    </div>
  )
}
