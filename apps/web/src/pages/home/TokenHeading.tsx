import type { Token } from '@latchkey/protocol/api'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { useSite } from '../../site/SiteContext.ts'
import { tokenOf } from '../../site/siteConfig.ts'
import { Change } from '../../ui/Change.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TokenIcon } from '../../ui/TokenIcon.tsx'
import type { ChartRange } from './chartData.ts'
import { PriceAnnouncer } from './PriceAnnouncer.tsx'
import styles from './TokenHeading.module.css'
import type { PriceHistory } from './usePriceHistory.ts'

/** The token's name, its large price, and its change in the chart's range. */
export function TokenHeading({
  token,
  failed,
  range,
  history,
}: {
  token: Token | undefined
  failed: boolean
  range: ChartRange
  history: PriceHistory
}) {
  const { text, format } = useLanguage()
  const change = useRangeChange({ token, range, history })
  const site = useSite()
  const chainId = tokenOf(site).chainId
  const network = site.networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
  return (
    <div className={styles.heading}>
      <div className={styles.identity}>
        <TokenIcon symbol={token?.symbol ?? ''} iconUrl={token?.iconUrl ?? null} address={site.token} size={44} />
        <h1 className={styles.name}>
          <bdi>{token ? cleanLabel(token.name) : failed ? site.name : <Skeleton width={9} />}</bdi>
        </h1>
        {token && <bdi className={styles.symbol}>{cleanLabel(token.symbol, { limit: 12 })}</bdi>}
        {network && <span className={styles.network}>{network.name}</span>}
      </div>
      <div className={styles.priceRow}>
        <p className={styles.price}>
          <span className="visually-hidden">{text.home.price} </span>
          {token || failed ? format.price(token?.price) : <Skeleton width={6} />}
        </p>
        <p className={styles.change}>
          {token && change && (
            <>
              <Change value={change.value} pill />
              <span>{change.label}</span>
            </>
          )}
          {token?.price === null && <span>{text.home.noPrice}</span>}
        </p>
      </div>
      {token && <PriceAnnouncer token={token} />}
    </div>
  )
}

/** Returns the price's change in a range. The change of a day is from the server, which has the price before the day's first trade. */
function useRangeChange({
  token,
  range,
  history: { summary, shown },
}: {
  token: Token | undefined
  range: ChartRange
  history: PriceHistory
}): { value: number; label: string } | undefined {
  const { text, format } = useLanguage()
  const day = token?.change24h ?? null
  if (range === '1D' && day !== null) return { value: day, label: text.home.today }
  if (!summary || summary.change === null || !shown) return undefined
  const label =
    shown.since === undefined
      ? text.chart.rangeNames[range]
      : text.chart.sinceShort(format[range === '1W' ? 'day' : 'clock'](shown.since * 1000))
  return { value: summary.change, label }
}
