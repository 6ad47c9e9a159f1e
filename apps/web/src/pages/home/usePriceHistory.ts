import { candleIntervals } from '@latchkey/protocol/api'
import { useQuery } from '@tanstack/react-query'
import { candlesQuery } from '../../api/queries.ts'
import { useSite } from '../../site/SiteContext.ts'
import { type ChartRange, chartWindow, rangeQueries, sparse, summarize } from './chartData.ts'

/** Returns the price over a range: the candles, their summary, the visible time, and the seconds of a candle. */
export function usePriceHistory(range: ChartRange) {
  const site = useSite()
  const { interval, span } = rangeQueries[range]
  const coarse = useQuery(candlesQuery({ api: site, token: site.token, interval, span }))
  // A young token has too few hours for a line, so read its whole history in minutes.
  const isSparse = range === 'All' && coarse.data !== undefined && coarse.data.value.candles.length < sparse
  const fine = useQuery({
    ...candlesQuery({ api: site, token: site.token, interval: '1m', span: undefined }),
    enabled: isSparse,
  })
  const query = isSparse ? fine : coarse
  const candles = query.data?.value.candles
  return {
    query,
    candles,
    summary: candles && summarize(candles),
    shown: candles && chartWindow({ candles, span, now: Math.floor((query.data?.asOf ?? 0) / 1000) }),
    interval: candleIntervals[isSparse ? '1m' : interval],
  }
}

/** The price over a range. */
export type PriceHistory = ReturnType<typeof usePriceHistory>
