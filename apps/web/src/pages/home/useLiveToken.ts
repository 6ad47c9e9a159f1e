import { toErc20AssetId, toTopic } from '@latchkey/protocol'
import type { EndpointResponse, getToken, getTrades } from '@latchkey/protocol/api'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Dated } from '../../api/Dated.ts'
import { tokenQuery, tradesQuery } from '../../api/queries.ts'
import { renew } from '../../live/renew.ts'
import { throttle } from '../../live/throttle.ts'
import { useFollow } from '../../live/useFollow.ts'
import { useSite } from '../../site/SiteContext.ts'

type TradesPage = Dated<EndpointResponse<typeof getTrades>>

/**
 * Shows trades and prices as they happen: writes them into the cache at once, and reads the derived figures again, at most every few
 * seconds.
 *
 * @returns the IDs of the trades that arrived while the page was open
 */
export function useLiveToken(): ReadonlySet<string> {
  const { apiUrl, projectId, token } = useSite()
  const cache = useQueryClient()
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())

  const renewals = useMemo(() => {
    const api = { apiUrl, projectId }
    const keys = { token: tokenQuery({ api, token }).queryKey, trades: tradesQuery({ api, token }).queryKey }
    return {
      keys,
      token: throttle({ run: () => renew(cache, keys.token), interval: 3000 }),
      candles: throttle({ run: () => renew(cache, ['candles', token]), interval: 4000 }),
      holders: throttle({ run: () => renew(cache, ['holders', token]), interval: 8000 }),
    }
  }, [apiUrl, projectId, token, cache])
  useEffect(
    () => () => {
      renewals.token.cancel()
      renewals.candles.cancel()
      renewals.holders.cancel()
    },
    [renewals],
  )

  const asset = toErc20AssetId(token)
  useFollow({
    topics: [toTopic('trades', asset), toTopic('price', asset)],
    onEvent: (event) => {
      if (event.kind === 'price') {
        const { price } = event
        cache.setQueryData<Dated<EndpointResponse<typeof getToken>>>(renewals.keys.token, (old) =>
          old ? { value: { ...old.value, price }, asOf: Date.now(), stale: false } : old,
        )
        renewals.token.call()
      }
      if (event.kind === 'trades' && event.trades.length > 0) {
        const { trades } = event
        // A pending read can be older than these trades and would replace them.
        if (cache.isFetching({ queryKey: renewals.keys.trades }) > 0) renew(cache, renewals.keys.trades)
        cache.setQueryData<InfiniteData<TradesPage, string>>(renewals.keys.trades, (old) => addTrades(old, trades))
        setFresh((old) => new Set([...trades.map(({ id }) => id), ...old].slice(0, 200)))
        renewals.token.call()
        renewals.candles.call()
        renewals.holders.call()
      }
    },
    onResync: () => {
      renew(cache, renewals.keys.trades)
      renewals.token.call()
      renewals.candles.call()
      renewals.holders.call()
    },
  })
  return fresh
}

/** Adds new trades at the top of the first page. Skips known ones. */
export function addTrades(
  old: InfiniteData<TradesPage, string> | undefined,
  trades: TradesPage['value']['data'],
): InfiniteData<TradesPage, string> | undefined {
  const [first, ...rest] = old?.pages ?? []
  if (!old || !first) return old
  const known = new Set(old.pages.flatMap(({ value }) => value.data.map(({ id }) => id)))
  const added = trades.filter(({ id }) => !known.has(id))
  const data = [...added, ...first.value.data].sort((a, b) => b.minedAt.localeCompare(a.minedAt))
  return { ...old, pages: [{ value: { ...first.value, data }, asOf: Date.now(), stale: false }, ...rest] }
}
