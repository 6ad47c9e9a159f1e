import type { EvmAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { createCache } from '../../platform/cache/createCache.ts'
import type { Clock } from '../../platform/clock/Clock.ts'
import type { MarketSnapshot } from '../pools/ChainMarket.ts'
import { liquiditySources } from '../pools/sources.ts'
import { findRoute } from '../router/findRoute.ts'
import type { Route, TransferFees } from '../router/Route.ts'
import { pooledToken, type SwapPair } from '../SwapChain.ts'
import type { MeasuredFees } from '../transferFees/measureTransferFee.ts'

/** A route, and the transfer fees of its tokens. */
export type FoundRoute = { route: Route; fees: TransferFees }

/** Finds routes over the pools of a block. An equal request at the same block is computed only once. */
export type RouteFinder = (options: {
  pair: SwapPair
  snapshot: MarketSnapshot
  amount: bigint
  /** Wei per unit. */
  gasPrice: bigint
}) => Promise<FoundRoute>

/** Seconds for which the routes of a block are cached. */
const ttl = 60
/** Maximum number of routes that turn out to pass a token with a transfer fee. */
const attempts = 6
const sources = Object.values(liquiditySources)

/**
 * Creates the finder. It measures the transfer fees of a route's tokens before it returns the route. No route passes through
 * a token with a fee.
 */
export function createRouteFinder({ clock }: { clock: Clock }): RouteFinder {
  const cache = createCache<FoundRoute>({ clock, ttl, staleFor: 0, maxEntries: 2000 })

  const find = async (
    { pair: { chain, from, to }, snapshot, amount, gasPrice }: Parameters<RouteFinder>[0],
    fees: TransferFees,
  ): Promise<FoundRoute> => {
    const avoid = new Set<EvmAddress>()
    for (let attempt = 0; attempt < attempts; attempt++) {
      const found = findRoute({
        request: {
          ...{ pools: snapshot.pools.values(), amountIn: amount, gasPrice, transferFees: fees, avoid },
          ...{
            tokenIn: pooledToken(chain, from),
            tokenOut: pooledToken(chain, to),
            wrappedNative: chain.wrappedNative,
          },
        },
        sources,
      })
      if ('reason' in found) throw new ServiceError(found.reason, { field: 'amount' })
      const between = new Set(found.parts.flatMap(({ hops }) => hops.slice(1).map((hop) => hop.tokenIn)))
      const measured = await Promise.all(
        [...between].map(async (token) => {
          const own = await chain.transferFees.read({ token, snapshot }).catch(whenUnsupported)
          return { token, isFree: own !== 'unmeasurable' && own.from === 0 && own.to === 0 }
        }),
      )
      const taking = measured.filter(({ isFree }) => !isFree)
      if (taking.length === 0) return { route: found, fees }
      for (const { token } of taking) avoid.add(token)
    }
    throw new ServiceError('insufficient_liquidity', { field: 'amount' })
  }

  return async (options) => {
    const { pair, snapshot, amount, gasPrice } = options
    const { chain, from, to } = pair
    const measure = (token: EvmAddress) => chain.transferFees.read({ token: pooledToken(chain, token), snapshot })
    const [first, last] = await Promise.all([measure(from), measure(to)])
    const fees = { from: known(first, 'from').from, to: known(last, 'to').to }
    const key = [snapshot.hash, chain.chainId, from, to, amount, gasPrice, fees.from, fees.to].join(' ')
    const { value } = await cache.read({ key, load: () => find(options, fees) })
    return value
  }
}

function known(fees: MeasuredFees, field: string): TransferFees {
  if (fees === 'unmeasurable') throw new ServiceError('transfer_fee_unsupported', { field })
  return fees
}

function whenUnsupported(error: unknown): MeasuredFees {
  const isAnswer = error instanceof ServiceError && error.code !== 'upstream_unavailable'
  if (isAnswer) return 'unmeasurable'
  throw error
}
