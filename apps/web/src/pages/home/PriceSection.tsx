import type { Token } from '@latchkey/protocol/api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { tradesQuery } from '../../api/queries.ts'
import { toFailure } from '../../api/toFailure.ts'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { useSite } from '../../site/SiteContext.ts'
import { useSiteTheme } from '../../theme/ThemeContext.ts'
import { AgeNote } from '../../ui/AgeNote.tsx'
import { Button } from '../../ui/Button.tsx'
import { CrashBoundary } from '../../ui/CrashBoundary.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { useNow } from '../../ui/useNow.ts'
import { type ChartRange, chartRanges } from './chartData.ts'
import styles from './PriceSection.module.css'
import type { PriceHistory } from './usePriceHistory.ts'

const PriceChart = lazyComponent(async () => (await import('./PriceChart.tsx')).PriceChart)

/** The price over time, as a line or as candles, over four ranges. */
export function PriceSection({
  token,
  range,
  history: { query, candles, summary, shown, interval },
  onRange,
}: {
  token: Token | undefined
  range: ChartRange
  history: PriceHistory
  onRange: (range: ChartRange) => void
}) {
  const { text, format } = useLanguage()
  const site = useSite()
  const { applied } = useSiteTheme()
  const [kind, setKind] = useState<'line' | 'candles'>('line')
  const failure = query.error ? toFailure(query.error) : undefined
  const label = text.chart.label(token ? cleanLabel(token.symbol) : site.name)

  return (
    <section className={styles.section} aria-label={label}>
      <div className={styles.controls}>
        <Segmented
          label={text.chart.range}
          value={range}
          onChange={onRange}
          options={chartRanges.map((value) => ({
            value,
            label: text.chart.ranges[value],
            name: `${text.chart.ranges[value]}: ${text.chart.rangeNames[value]}`,
          }))}
        />
        <Segmented
          label={text.chart.kind}
          value={kind}
          onChange={setKind}
          quiet
          options={[
            { value: 'line', label: text.chart.line },
            { value: 'candles', label: text.chart.candles },
          ]}
        />
      </div>
      <div className={styles.frame}>
        {!candles && !failure && <ChartSkeleton />}
        {!candles && failure && (
          <FailedState title={text.chart.failed} failure={failure} onRetry={() => query.refetch()} />
        )}
        {candles && candles.length === 0 && (
          <NoTrades>
            {range !== 'All' && (
              <Button size="s" onClick={() => onRange('All')}>
                {text.chart.showAll}
              </Button>
            )}
          </NoTrades>
        )}
        {candles && shown && (
          <CrashBoundary>
            <Suspense fallback={<ChartSkeleton />}>
              <PriceChart
                candles={candles}
                interval={interval}
                shown={shown}
                kind={kind}
                label={label}
                theme={applied}
              />
            </Suspense>
          </CrashBoundary>
        )}
      </div>
      {query.data && candles && (
        <AgeNote asOf={query.data.asOf} stale={query.data.stale} failure={failure} onRetry={() => query.refetch()} />
      )}
      {summary && (
        <p className="visually-hidden">
          {`${label}, ${text.chart.rangeNames[range]}: ${format.price(summary.first)} – ${format.price(summary.last)} (${format.change(summary.change)}). ${text.chart.high} ${format.price(summary.high)}, ${text.chart.low} ${format.price(summary.low)}.`}
        </p>
      )}
    </section>
  )
}

/** Shows the time of the last trade, if there was one. */
function NoTrades({ children }: { children: React.ReactNode }) {
  const { text, format } = useLanguage()
  const site = useSite()
  const now = useNow()
  const { data } = useInfiniteQuery(tradesQuery({ api: site, token: site.token }))
  const last = data?.pages[0]?.value.data[0]
  return (
    <EmptyState
      compact
      title={text.chart.empty}
      text={last ? text.chart.lastTrade(format.ago(Date.parse(last.minedAt), now)) : text.chart.emptyHint}
    >
      {children}
    </EmptyState>
  )
}

function ChartSkeleton() {
  return <div className={styles.skeleton} aria-hidden="true" />
}
