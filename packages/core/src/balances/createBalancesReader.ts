import { type ErrorCode, LatchkeyError, nativeEvmAddress, toAccountId, toTopic } from '@latchkey/protocol'
import { type Balance, getBalance } from '@latchkey/protocol/api'
import { followSubject } from '../account/followSubject.ts'
import type { Subject, SubjectStores } from '../account/readSubject.ts'
import type { CoreContext } from '../CoreContext.ts'
import type { TimerId } from '../environment/Environment.ts'
import { createApiClient } from '../http/createApiClient.ts'
import { followLive, pollInterval } from '../realtime/followLive.ts'
import type { RealtimeFeature } from '../realtime/RealtimeFeature.ts'
import type { Store } from '../store/Store.ts'
import type { BalancesState } from './BalancesFeature.ts'

/** How long a failed read is not repeated by itself (specification 8). */
export const retryBlock = 30_000

/** What the reader works with. */
export type BalancesReaderParameters = SubjectStores & {
  context: CoreContext
  realtime: RealtimeFeature
  toastError: (message: string) => void
  store: Store<BalancesState>
}

/** Reads balances and keeps them fresh while watched. */
export type BalancesReader = {
  watch: () => () => void
  refresh: (options?: { force?: boolean }) => Promise<void>
  destroy: () => void
}

/** Makes the part of the balances that talks to the server. */
export function createBalancesReader({
  context,
  connection,
  networks,
  realtime,
  toastError,
  store,
}: BalancesReaderParameters): BalancesReader {
  const { config, environment } = context
  const client = createApiClient({ ...config, fetch: environment.fetch })
  let subject: Subject | undefined
  let abort: AbortController | undefined
  let reading: Promise<void> | undefined
  let readAgain: { force: boolean } | undefined
  let retry: TimerId | undefined
  let watchers = 0
  let stopLive: (() => void) | undefined

  const fail = (code: ErrorCode) => {
    const first = store.getState().error === undefined
    const { message } = new LatchkeyError('balances_unavailable')
    store.setState((state) => ({
      ...state,
      status: 'failed',
      error: { code, message },
      blockedUntil: environment.now() + retryBlock,
    }))
    if (first) toastError(message)
    environment.clearTimeout(retry)
    retry = environment.setTimeout(() => {
      if (watchers > 0) void refresh()
    }, retryBlock)
  }

  const read = async ({ current, force }: { current: Subject; force: boolean }) => {
    abort = new AbortController()
    const { signal } = abort
    store.setState((state) => ({ ...state, status: 'loading' }))
    try {
      const { data, staleSeconds } = await client.request(getBalance, {
        params: { address: current.address },
        query: {
          chainId: current.network.caipNetworkId,
          currency: 'usd',
          ...(force ? { forceUpdate: toForceUpdate({ current, state: store.getState() }) } : {}),
        },
        signal,
      })
      if (signal.aborted) return
      const own = data.balances.filter((balance) => balance.chainId === current.network.caipNetworkId)
      const listed = own.filter((balance) => balance.address === undefined || balance.quantity.decimals !== '0')
      store.setState({
        status: 'ready',
        data: listed,
        otherAssets: own.filter((balance) => !listed.includes(balance)),
        updatedAt: environment.now() - staleSeconds * 1000,
        error: undefined,
        account: current.accountId,
        blockedUntil: undefined,
        total: sumOf(listed),
      })
    } catch (error) {
      if (!signal.aborted) fail(error instanceof LatchkeyError ? error.code : 'balances_unavailable')
    }
  }

  const refresh = async ({ force = false }: { force?: boolean } = {}): Promise<void> => {
    const { blockedUntil } = store.getState()
    if (!force && blockedUntil !== undefined && environment.now() < blockedUntil) return
    if (!subject) {
      // A wallet on a network that the app does not list has balances that this server cannot know.
      if (networks.getState().unsupportedChainId !== undefined) fail('balances_unavailable')
      return
    }
    if (reading) {
      // What is under way may have been read before the change that this call is about.
      readAgain = { force: force || readAgain?.force === true }
      return reading
    }
    const run = async () => {
      let next: { force: boolean } | undefined = { force }
      while (next && subject) {
        readAgain = undefined
        await read({ current: subject, force: next.force })
        next = store.getState().status === 'ready' ? readAgain : undefined
      }
    }
    const mine = run().finally(() => {
      if (reading === mine) reading = undefined
    })
    reading = mine
    return mine
  }

  const live = () => {
    stopLive?.()
    stopLive = undefined
    if (watchers === 0 || !subject) return
    stopLive = followLive({
      context,
      realtime,
      topic: toTopic('balance', subject.accountId),
      read: () => void refresh(),
    })
    const { updatedAt } = store.getState()
    if (updatedAt === undefined || environment.now() - updatedAt >= pollInterval) void refresh()
  }

  const stopSubject = followSubject({
    connection,
    networks,
    onChange: (next) => {
      abort?.abort()
      reading = undefined
      readAgain = undefined
      environment.clearTimeout(retry)
      subject = next
      store.setState({
        status: 'idle',
        data: undefined,
        otherAssets: undefined,
        updatedAt: undefined,
        error: undefined,
        account: next?.accountId,
        blockedUntil: undefined,
        total: undefined,
      })
      live()
    },
  })

  return {
    watch: () => {
      watchers++
      if (watchers === 1) live()
      let stopped = false
      return () => {
        if (stopped) return
        stopped = true
        watchers--
        if (watchers === 0) live()
      }
    },
    refresh,
    destroy: () => {
      watchers = 0
      stopLive?.()
      stopSubject()
      environment.clearTimeout(retry)
      abort?.abort()
    },
  }
}

/** The native coin and the tokens that are known, to be read from the chain itself. */
function toForceUpdate({ current, state }: { current: Subject; state: BalancesState }): string {
  const native = toAccountId({ chainId: current.network.caipNetworkId, address: nativeEvmAddress })
  const tokens = [...(state.data ?? []), ...(state.otherAssets ?? [])].flatMap(({ address }) => address ?? [])
  return [native, ...tokens].join(',')
}

function sumOf(balances: readonly Balance[]): number | undefined {
  const values = balances.flatMap(({ value }) => value ?? [])
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0)
}
