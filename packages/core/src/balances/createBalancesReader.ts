import { type ErrorCode, LatchkeyError, nativeEvmAddress, toAccountId } from '@latchkey/protocol'
import { type Balance, getBalance } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { createLiveReader } from '../account/createLiveReader.ts'
import type { Subject, SubjectStores } from '../account/readSubject.ts'
import { toStaleError } from '../account/toStaleError.ts'
import type { CoreContext } from '../CoreContext.ts'
import { createApiClient } from '../http/createApiClient.ts'
import type { ToastContent } from '../modal/ModalFeature.ts'
import type { RealtimeFeature } from '../realtime/RealtimeFeature.ts'
import type { Store } from '../store/Store.ts'
import type { BalancesState } from './BalancesFeature.ts'

/** How long a failed read is not repeated by itself (specification 8). */
export const retryBlock = 30_000

/** What the reader works with. */
export type BalancesReaderParameters = SubjectStores & {
  context: CoreContext
  realtime: RealtimeFeature
  toastError: (content: ToastContent) => void
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
  const { config, environment, onRefusal } = context
  const client = createApiClient({ ...config, fetch: environment.fetch, onRefusal })

  const fail = (code: ErrorCode) => {
    const first = store.getState().error === undefined
    const { message } = new ServiceError('balances_unavailable')
    store.setState((state) => ({
      ...state,
      status: 'failed',
      error: { code, message },
      blockedUntil: environment.now() + retryBlock,
    }))
    if (first) toastError({ code: 'balances_unavailable', message })
  }

  const reader = createLiveReader({
    ...{ context, connection, networks, realtime },
    kind: 'balance',
    updatedAt: () => store.getState().updatedAt,
    reset: (next) =>
      store.setState({
        status: 'idle',
        data: undefined,
        otherAssets: undefined,
        updatedAt: undefined,
        error: undefined,
        account: next?.accountId,
        blockedUntil: undefined,
        total: undefined,
      }),
    read: async ({ subject, signal, force }) => {
      store.setState((state) => ({ ...state, status: 'loading' }))
      try {
        const { data, staleSeconds } = await client.request(getBalance, {
          params: { address: subject.address },
          query: {
            chainId: subject.network.caipNetworkId,
            currency: 'usd',
            ...(force ? { forceUpdate: toForceUpdate({ subject, state: store.getState() }) } : {}),
          },
          signal,
        })
        if (signal.aborted) return false
        const own = data.balances.filter((balance) => balance.chainId === subject.network.caipNetworkId)
        const listed = own.filter((balance) => balance.address === undefined || balance.quantity.decimals !== '0')
        store.setState({
          status: 'ready',
          data: listed,
          otherAssets: own.filter((balance) => !listed.includes(balance)),
          updatedAt: environment.now() - staleSeconds * 1000,
          error: toStaleError(staleSeconds),
          account: subject.accountId,
          blockedUntil: undefined,
          total: sumOf(listed),
        })
        return staleSeconds === 0
      } catch (error) {
        if (!signal.aborted) fail(error instanceof LatchkeyError ? error.code : 'balances_unavailable')
        return false
      }
    },
    // A wallet on a network that the app does not list has balances that this server cannot know.
    readUnsupported: () => fail('balances_unavailable'),
  })

  return {
    watch: reader.watch,
    refresh: async ({ force = false } = {}) => {
      const { blockedUntil } = store.getState()
      if (force || blockedUntil === undefined || environment.now() >= blockedUntil) await reader.refresh({ force })
    },
    destroy: reader.destroy,
  }
}

/** The native coin and the tokens that are known, to be read from the chain itself. */
function toForceUpdate({ subject, state }: { subject: Subject; state: BalancesState }): string {
  const native = toAccountId({ chainId: subject.network.caipNetworkId, address: nativeEvmAddress })
  const tokens = [...(state.data ?? []), ...(state.otherAssets ?? [])].flatMap(({ address }) => address ?? [])
  return [native, ...tokens].join(',')
}

function sumOf(balances: readonly Balance[]): number | undefined {
  const values = balances.flatMap(({ value }) => value ?? [])
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0)
}
