import type { AccountId } from '@latchkey/protocol'
import {
  getMyOrders,
  getMyRoles,
  getOperatorOverview,
  getSavedAddresses,
  getSettings,
  getSiwxDevices,
} from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { infiniteQueryOptions, type Query, queryOptions } from '@tanstack/react-query'
import { type Api, callEndpoint } from './callEndpoint.ts'
import { readRetries } from './createQueryClient.ts'
import { ownKey } from './ownKey.ts'

/** The server, and the account that owns the data. */
type Own = { api: Api; owner: AccountId }

/** Returns the interval of reads: short after a temporary failure, otherwise `pause` milliseconds. */
function every(pause: number) {
  return ({ state: { error } }: Pick<Query, 'state'>): number | false => {
    if (!error) return pause
    return isPassing(error) ? 4_000 : false
  }
}

/** Whether a failure may be temporary. A missing sign-in is not. */
function isPassing(error: Error): boolean {
  return !(error instanceof ServiceError) || (error.retryable && error.code !== 'siwx_session_required')
}

const retry = (count: number, error: Error) => count < readRetries && isPassing(error)

/** The addresses that the account saved, by label. */
export function savedAddressesQuery({ api, owner }: Own) {
  return queryOptions({
    queryKey: [...ownKey(owner), 'addresses'],
    queryFn: ({ signal }) =>
      callEndpoint({ api, endpoint: getSavedAddresses, request: { query: { account: owner } }, signal }),
    refetchInterval: every(60_000),
    retry,
  })
}

/** The account's settings for the site. */
export function settingsQuery({ api, owner }: Own) {
  return queryOptions({
    queryKey: [...ownKey(owner), 'settings'],
    queryFn: ({ signal }) =>
      callEndpoint({ api, endpoint: getSettings, request: { query: { account: owner } }, signal }),
    refetchInterval: every(60_000),
    retry,
  })
}

/** Orders for the account, newest first. */
export function myOrdersQuery({ api, owner }: Own) {
  return infiniteQueryOptions({
    queryKey: [...ownKey(owner), 'orders'],
    queryFn: ({ signal, pageParam }) =>
      callEndpoint({
        api,
        endpoint: getMyOrders,
        request: { query: { account: owner, ...(pageParam ? { cursor: pageParam } : {}) } },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.value.next ?? undefined,
    refetchInterval: every(60_000),
    retry,
  })
}

/** Browsers in which the account is signed in. */
export function devicesQuery({ api, owner }: Own) {
  return queryOptions({
    queryKey: [...ownKey(owner), 'devices'],
    queryFn: ({ signal }) => callEndpoint({ api, endpoint: getSiwxDevices, request: {}, signal }),
    refetchInterval: every(30_000),
    retry,
  })
}

/** Roles of the visitor, so that only operators request data of the operator page. */
export function rolesQuery({ api, owner }: Own) {
  return queryOptions({
    queryKey: [...ownKey(owner), 'roles'],
    queryFn: ({ signal }) => callEndpoint({ api, endpoint: getMyRoles, request: {}, signal }),
    staleTime: 5 * 60_000,
    retry,
  })
}

/** State of the server. The server allows it only for operators. */
export function operatorQuery({ api, owner }: Own) {
  return queryOptions({
    queryKey: [...ownKey(owner), 'operator'],
    queryFn: ({ signal }) => callEndpoint({ api, endpoint: getOperatorOverview, request: {}, signal }),
    retry,
  })
}

/** Interval of the operator page's reads while it is visible, in milliseconds. */
export const operatorInterval = every(10_000)
