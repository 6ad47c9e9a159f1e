import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { tokenQuery } from '../../api/queries.ts'
import { toFailure } from '../../api/toFailure.ts'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { useSite } from '../../site/SiteContext.ts'
import { AgeNote } from '../../ui/AgeNote.tsx'
import { CrashBoundary } from '../../ui/CrashBoundary.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { usePageTitle } from '../../ui/usePageTitle.ts'
import { ContractAddress } from './ContractAddress.tsx'
import type { ChartRange } from './chartData.ts'
import { HoldersPanel } from './HoldersPanel.tsx'
import { HoldingBox } from './HoldingBox.tsx'
import styles from './HomePage.module.css'
import { MarketFigures } from './MarketFigures.tsx'
import { PriceSection } from './PriceSection.tsx'
import { TokenHeading } from './TokenHeading.tsx'
import { TradeBox } from './TradeBox.tsx'
import { TradesPanel } from './TradesPanel.tsx'
import { useLiveToken } from './useLiveToken.ts'
import { usePriceHistory } from './usePriceHistory.ts'

/** The home of the site's token: its price and market, the visitor's holding, its trades and its holders. */
export function HomePage() {
  const { text } = useLanguage()
  const site = useSite()
  const { data, error, refetch } = useQuery(tokenQuery({ api: site, token: site.token }))
  const freshTrades = useLiveToken()
  const [range, setRange] = useState<ChartRange>('1D')
  const history = usePriceHistory(range)
  const token = data?.value
  usePageTitle(token && text.home.title(cleanLabel(token.name), cleanLabel(token.symbol)))
  const failure = error ? toFailure(error) : undefined

  if (!token && failure?.code === 'not_found') {
    return <EmptyState icon="token" heading="h1" title={text.home.unknown} text={text.home.unknownText} />
  }
  if (!token && failure && !failure.retryable) {
    return <FailedState title={text.home.failed} failure={failure} onRetry={() => refetch()} />
  }
  return (
    <div className={styles.page}>
      <div className={styles.market}>
        <CrashBoundary>
          <TokenHeading token={token} failed={!token && failure !== undefined} range={range} history={history} />
        </CrashBoundary>
        {data && <AgeNote asOf={data.asOf} stale={data.stale} failure={failure} onRetry={() => refetch()} />}
        <CrashBoundary>
          <PriceSection token={token} range={range} history={history} onRange={setRange} />
        </CrashBoundary>
        <CrashBoundary>
          <MarketFigures token={token} failed={!token && failure !== undefined} />
        </CrashBoundary>
      </div>
      <aside className={styles.side}>
        <CrashBoundary>
          <TradeBox token={token} />
        </CrashBoundary>
        <CrashBoundary>
          <HoldingBox token={token} />
        </CrashBoundary>
        <CrashBoundary>
          <ContractAddress token={token} />
        </CrashBoundary>
      </aside>
      <div className={styles.trades}>
        <CrashBoundary>
          <TradesPanel token={token} fresh={freshTrades} />
        </CrashBoundary>
      </div>
      <div className={styles.holders}>
        <CrashBoundary>
          <HoldersPanel token={token} />
        </CrashBoundary>
      </div>
    </div>
  )
}
