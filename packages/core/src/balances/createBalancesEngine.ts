import { nativeAddressOf, toAccountId } from '@latchkey/protocol'
import { type Balance, getBalance } from '@latchkey/protocol/api'
import { type AccountReaderParameters, createLiveReader } from '../account/createLiveReader.ts'
import type { Subject } from '../account/readSubject.ts'
import { createApiClient } from '../http/createApiClient.ts'
import type { BalancesState } from './BalancesFeature.ts'

/** Milliseconds after a failure in which only the visitor can start a read (specification 8). */
export const retryBlock = 30_000

/** The engine of the balances. It keeps them fresh while a view watches. */
export type BalancesEngine = {
  watch: () => () => void
  refresh: (options?: { force?: boolean }) => Promise<void>
  destroy: () => void
}

/** Creates the engine of the balances, which talks to the server. */
export function createBalancesEngine(parameters: AccountReaderParameters<BalancesState>): BalancesEngine {
  const { context, store } = parameters
  const { config, environment, onRefusal } = context
  const client = createApiClient({ ...config, fetch: environment.fetch, timers: environment, onRefusal })

  const reader = createLiveReader({
    ...parameters,
    kind: 'balance',
    unavailable: 'balances_unavailable',
    ask: async ({ subject, signal, force }) => {
      const chainId = subject.network.caipNetworkId
      const forceUpdate = force ? { forceUpdate: toForceUpdate({ subject, state: store.getState() }) } : {}
      const { data, staleSeconds } = await client.request(getBalance, {
        params: { address: subject.address },
        query: { chainId, currency: 'usd', ...forceUpdate },
        signal,
      })
      // A forced read also returns tokens whose balance has become 0.
      const own = data.balances.filter((one) => one.chainId === chainId && Number(one.quantity.numeric) > 0)
      return { own, staleSeconds }
    },
    take: ({ own }) => {
      const listed = own.filter((balance) => balance.address === undefined || balance.quantity.decimals !== '0')
      const otherAssets = own.filter((balance) => !listed.includes(balance))
      return { data: listed, otherAssets, blockedUntil: undefined, total: sumOf(listed) }
    },
    isBlocked: () => environment.now() < (store.getState().blockedUntil ?? 0),
    // A network that the app does not list is a failure as well, because this server cannot know the balances there.
    onFailure: () => ({ blockedUntil: environment.now() + retryBlock }),
  })

  return {
    watch: reader.watch,
    refresh: ({ force = false } = {}) => reader.refresh({ force }),
    destroy: reader.destroy,
  }
}

/** Returns the native token and the known tokens, which the server should read from the network itself. */
function toForceUpdate({ subject, state }: { subject: Subject; state: BalancesState }): string {
  const { caipNetworkId: chainId, chainNamespace } = subject.network
  const native = toAccountId({ chainId, address: nativeAddressOf[chainNamespace] })
  const tokens = [...(state.data ?? []), ...(state.otherAssets ?? [])].flatMap(({ address }) => address ?? [])
  return [native, ...tokens].join(',')
}

function sumOf(balances: readonly Balance[]): number | undefined {
  const values = balances.flatMap(({ value }) => value ?? [])
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0)
}
