import type { Token } from '@latchkey/protocol/api'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { candlesQuery } from '../../api/queries.ts'
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
import { type ChartRange, chartRanges, rangeQueries, sparse, summarise } from './chartData.ts'
import styles from './PriceSection.module.css'

const PriceChart = lazyComponent(async () => (await import('./PriceChart.tsx')).PriceChart)

/** The price over time, as a line or as candles, over four ranges. */
export function PriceSection({ token }: { token: Token | undefined }) {
  const { text, format } = useLanguage()
  const site = useSite()
  const { applied } = useSiteTheme()
  const [range, setRange] = useState<ChartRange>('1D')
  const [kind, setKind] = useState<'line' | 'candles'>('line')

  const coarse = useQuery({ ...candlesQuery({ api: site, token: site.token, ...rangeQueries[range] }) })
  // A young token has too few hours to make a line of: its whole history is then read by the minute.
  const isSparse = range === 'All' && coarse.data !== undefined && coarse.data.value.candles.length < sparse
  const fine = useQuery({
    ...candlesQuery({ api: site, token: site.token, interval: '1m', span: undefined }),
    enabled: isSparse,
  })
  const query = isSparse ? fine : coarse
  const candles = query.data?.value.candles
  const failure = query.error ? toFailure(query.error) : undefined
  const summary = candles && summarise(candles)
  const label = text.chart.label(token ? cleanLabel(token.symbol) : site.name)

  return (
    <section className={styles.section} aria-label={label}>
      <div className={styles.controls}>
        <Segmented
          label={text.chart.range}
          value={range}
          onChange={setRange}
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
          <EmptyState compact title={text.chart.empty} text={text.chart.emptyHint}>
            {range !== 'All' && (
              <Button size="s" onClick={() => setRange('All')}>
                {text.chart.showAll}
              </Button>
            )}
          </EmptyState>
        )}
        {candles && candles.length > 0 && (
          <CrashBoundary>
            <Suspense fallback={<ChartSkeleton />}>
              <PriceChart candles={candles} kind={kind} label={label} theme={applied} />
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

function ChartSkeleton() {
  return <div className={styles.skeleton} aria-hidden="true" />
}
