import type { Holder, Token } from '@latchkey/protocol/api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { AccountLabel } from '../../account/AccountLabel.tsx'
import { useTokenAccount } from '../../account/useTokenAccount.ts'
import { holdersQuery } from '../../api/queries.ts'
import { toFailure } from '../../api/toFailure.ts'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { useSite } from '../../site/SiteContext.ts'
import { AgeNote } from '../../ui/AgeNote.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { VirtualRows } from '../../ui/VirtualRows.tsx'
import styles from './HoldersPanel.module.css'
import { Panel, PanelSkeleton } from './Panel.tsx'

/** The holders of the token and their shares, largest first, with names if the server knows them. */
export function HoldersPanel({ token }: { token: Token | undefined }) {
  const { text, format } = useLanguage()
  const site = useSite()
  const { address } = useTokenAccount()
  const query = useInfiniteQuery(holdersQuery({ api: site, token: site.token }))
  const pages = query.data?.pages
  const holders = pages?.flatMap(({ value }) => value.data)
  const failure = query.error ? toFailure(query.error) : undefined
  const topTen = holders?.slice(0, 10).reduce((sum, { share }) => sum + share, 0)
  const symbol = token ? cleanLabel(token.symbol, { limit: 12 }) : ''

  return (
    <Panel
      title={text.holders.title}
      aside={
        holders && holders.length > 10 && topTen !== undefined ? (
          <span className={styles.top}>{text.holders.topTen(format.share(Math.min(1, topTen)))}</span>
        ) : undefined
      }
    >
      {!holders && !failure && <PanelSkeleton rowHeight={56} />}
      {!holders && failure && (
        <FailedState title={text.holders.failed} failure={failure} onRetry={() => query.refetch()} />
      )}
      {holders?.length === 0 && <EmptyState compact icon="portfolio" title={text.holders.empty} />}
      {holders && holders.length > 0 && (
        <>
          {pages?.[0] && (
            <AgeNote asOf={pages[0].asOf} stale={pages[0].stale} failure={failure} onRetry={() => query.refetch()} />
          )}
          <div className={styles.list}>
            <VirtualRows
              items={holders}
              label={text.holders.title}
              rowHeight={56}
              keyOf={(holder) => holder.address}
              onEnd={() => {
                if (query.hasNextPage && !query.isFetchingNextPage && !query.isError) query.fetchNextPage()
              }}
              render={(holder) => (
                <HolderRow
                  holder={holder}
                  symbol={symbol}
                  isYou={address?.toLowerCase() === holder.address.toLowerCase()}
                />
              )}
            />
          </div>
        </>
      )}
    </Panel>
  )
}

function HolderRow({ holder, symbol, isYou }: { holder: Holder; symbol: string; isYou: boolean }) {
  const { text, format } = useLanguage()
  const label = isYou ? text.holders.you : holder.label ? cleanLabel(holder.label) : undefined
  return (
    <div className={styles.row} data-you={isYou}>
      <div className={styles.who}>
        {label && <bdi className={styles.label}>{label}</bdi>}
        <span className={styles.address}>
          <AccountLabel address={holder.address} />
        </span>
      </div>
      <span className={styles.share} title={`${format.exactQuantity(holder.quantity.numeric)} ${symbol}`}>
        {format.share(holder.share)}
      </span>
      <CopyButton value={holder.address} what={`${text.copy.label} ${holder.address}`} />
      <span className={styles.bar} aria-hidden="true" style={{ '--share': Math.min(1, Math.max(0, holder.share)) }} />
    </div>
  )
}
