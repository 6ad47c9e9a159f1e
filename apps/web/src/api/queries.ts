import type { AccountId, ChainId } from '@latchkey/protocol'
import {
  type CandleInterval,
  getBalance,
  getCandles,
  getHistory,
  getHolders,
  getProjectConfig,
  getSwapTokens,
  getToken,
  getTrades,
} from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { infiniteQueryOptions, type Query, queryOptions } from '@tanstack/react-query'
import { type Api, callEndpoint } from './callEndpoint.ts'
import { fetchFirst } from './firstAnswers.ts'

/**
 * Returns the interval of reads for visible data in milliseconds: short after a failure or a stale answer, otherwise long, because
 * updates arrive live.
 */
function refetchInterval({ state: { data, error } }: Pick<Query, 'state'>): number | false {
  if (!error) return isStale(data) ? 4_000 : 60_000
  return error instanceof ServiceError && !error.retryable ? false : 4_000
}

/** The site's token with its market data. */
export function tokenQuery({ api, token }: { api: Api; token: AccountId }) {
  return queryOptions({
    queryKey: ['token', token],
    queryFn: ({ signal }) =>
      callEndpoint({ api, endpoint: getToken, request: { params: { address: token } }, signal, fetch: fetchFirst }),
    // The operator configured this token, so a server that does not know it has not indexed it yet.
    refetchInterval: (query) =>
      query.state.error instanceof ServiceError && query.state.error.code === 'not_found'
        ? 2_000
        : refetchInterval(query),
  })
}

/** Candles of a token. `from` is computed for each request, in unix seconds; `undefined` requests all. */
export function candlesQuery({
  api,
  token,
  interval,
  span,
}: {
  api: Api
  token: AccountId
  interval: CandleInterval
  span: number | undefined
}) {
  return queryOptions({
    queryKey: ['candles', token, interval, span ?? 'all'],
    queryFn: ({ signal }) =>
      callEndpoint({
        api,
        endpoint: getCandles,
        request: {
          params: { address: token },
          query: { interval, ...(span ? { from: String(Math.floor(Date.now() / 1000) - span) } : {}) },
        },
        signal,
      }),
    refetchInterval,
  })
}

/** Trades of a token, newest first. */
export function tradesQuery({ api, token }: { api: Api; token: AccountId }) {
  return infiniteQueryOptions({
    queryKey: ['trades', token],
    queryFn: ({ signal, pageParam }) =>
      callEndpoint({
        api,
        endpoint: getTrades,
        request: { params: { address: token }, query: pageParam ? { cursor: pageParam } : {} },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.value.next ?? undefined,
    refetchInterval,
  })
}

/** Holders of a token, largest first. */
export function holdersQuery({ api, token }: { api: Api; token: AccountId }) {
  return infiniteQueryOptions({
    queryKey: ['holders', token],
    queryFn: ({ signal, pageParam }) =>
      callEndpoint({
        api,
        endpoint: getHolders,
        request: { params: { address: token }, query: pageParam ? { cursor: pageParam } : {} },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.value.next ?? undefined,
    refetchInterval,
  })
}

/** Balances of an account on one network. One query per network, so that a network that is down does not hide the others. */
export function balanceQuery({ api, address, chainId }: { api: Api; address: string; chainId: ChainId }) {
  return queryOptions({
    queryKey: ['balance', address.toLowerCase(), chainId],
    queryFn: ({ signal }) =>
      callEndpoint({ api, endpoint: getBalance, request: { params: { address }, query: { chainId } }, signal }),
    refetchInterval,
  })
}

/** The tokens that can be swapped on a network. */
export function swappableTokensQuery({ api, chainId }: { api: Api; chainId: ChainId }) {
  return queryOptions({
    queryKey: ['swappableTokens', chainId],
    queryFn: ({ signal }) => callEndpoint({ api, endpoint: getSwapTokens, request: { query: { chainId } }, signal }),
    refetchInterval,
  })
}

/** Features that the server offers on this site. They change only when the operator restarts it. */
export function projectConfigQuery({ api }: { api: Api }) {
  return queryOptions({
    queryKey: ['projectConfig'],
    queryFn: ({ signal }) => callEndpoint({ api, endpoint: getProjectConfig, request: {}, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // The screen shows no data of it, so its age does not count.
    meta: { isShown: false },
    // Repeated after a failure, because a failed read would make a server that is back look down.
    refetchInterval: (query) => query.state.error !== null && refetchInterval(query),
  })
}

/** Activity of an account, newest first, on one network or on all. */
export function historyQuery({ api, address, chainId }: { api: Api; address: string; chainId: ChainId | undefined }) {
  return infiniteQueryOptions({
    queryKey: ['history', address.toLowerCase(), chainId ?? 'all'],
    queryFn: ({ signal, pageParam }) =>
      callEndpoint({
        api,
        endpoint: getHistory,
        request: {
          params: { address },
          query: { ...(chainId ? { chainId } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.value.next ?? undefined,
    refetchInterval,
  })
}

/** Whether the server sent stale data. Only the newest page counts, because older ones do not change. */
function isStale(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return false
  if ('pages' in data && Array.isArray(data.pages)) return isStale(data.pages[0])
  return 'stale' in data && data.stale === true
}
