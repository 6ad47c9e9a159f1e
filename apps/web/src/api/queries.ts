import type { AccountId, ChainId } from '@latchkey/protocol'
import {
  type CandleInterval,
  getBalance,
  getCandles,
  getConvertTokens,
  getHistory,
  getHolders,
  getProjectConfig,
  getToken,
  getTrades,
} from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { infiniteQueryOptions, type Query, queryOptions } from '@tanstack/react-query'
import { type Api, callEndpoint } from './callEndpoint.ts'
import { fetchFirst } from './firstAnswers.ts'

/**
 * How often (milliseconds) what is on screen is read again: soon after a failure, or an answer that the server could not renew; else
 * rarely, because news arrive live.
 */
function refetchInterval({ state: { data, error } }: Pick<Query, 'state'>): number | false {
  if (!error) return isStale(data) ? 4_000 : 60_000
  return error instanceof ServiceError && !error.retryable ? false : 4_000
}

/** The site's token with its market figures. */
export function tokenQuery({ api, token }: { api: Api; token: AccountId }) {
  return queryOptions({
    queryKey: ['token', token],
    queryFn: ({ signal }) =>
      callEndpoint({ api, endpoint: getToken, request: { params: { address: token } }, signal, fetch: fetchFirst }),
    // The operator vouches for this token: a server that does not know it has not read so far yet.
    refetchInterval: (query) =>
      query.state.error instanceof ServiceError && query.state.error.code === 'not_found'
        ? 2_000
        : refetchInterval(query),
  })
}

/** Candles of a token. `from` in unix seconds is worked out when the request is made; `undefined` is all there is. */
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

/** What an account owns on one network: one question per network, so that a network that is away hides no other. */
export function balanceQuery({ api, address, chainId }: { api: Api; address: string; chainId: ChainId }) {
  return queryOptions({
    queryKey: ['balance', address.toLowerCase(), chainId],
    queryFn: ({ signal }) =>
      callEndpoint({ api, endpoint: getBalance, request: { params: { address }, query: { chainId } }, signal }),
    refetchInterval,
  })
}

/** The tokens that can be swapped on a network. */
export function convertTokensQuery({ api, chainId }: { api: Api; chainId: ChainId }) {
  return queryOptions({
    queryKey: ['convertTokens', chainId],
    queryFn: ({ signal }) => callEndpoint({ api, endpoint: getConvertTokens, request: { query: { chainId } }, signal }),
    refetchInterval,
  })
}

/** What the server offers this site's visitors. It changes when the operator starts it anew. */
export function projectConfigQuery({ api }: { api: Api }) {
  return queryOptions({
    queryKey: ['projectConfig'],
    queryFn: ({ signal }) => callEndpoint({ api, endpoint: getProjectConfig, request: {}, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // No figure of it stands on the screen, so its age is nobody's.
    meta: { isShown: false },
    // Asked along with all others when the server comes back: what fails then must not look like a server that is away for ever.
    refetchInterval: (query) => query.state.error !== null && refetchInterval(query),
  })
}

/** What an account did, newest first, on one network or on all. */
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

/** Whether the server gave what it had: the newest page counts, older ones do not change. */
function isStale(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return false
  if ('pages' in data && Array.isArray(data.pages)) return isStale(data.pages[0])
  return 'stale' in data && data.stale === true
}
