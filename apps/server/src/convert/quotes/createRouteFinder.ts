import type { EvmAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { createCache } from '../../platform/cache/createCache.ts'
import type { Clock } from '../../platform/clock/Clock.ts'
import { type ConvertPair, pooledToken } from '../ConvertChain.ts'
import type { MarketSnapshot } from '../pools/ChainMarket.ts'
import { liquiditySources } from '../pools/sources.ts'
import { findRoute } from '../router/findRoute.ts'
import type { Route, TransferFees } from '../router/Route.ts'
import type { MeasuredFees } from '../transferFees/measureTransferFee.ts'

/** A route, and what its tokens take of their transfers. */
export type FoundRoute = { route: Route; fees: TransferFees }

/** Finds routes over the pools of a block; the same question at the same block is worked out once. */
export type RouteFinder = (options: {
  pair: ConvertPair
  snapshot: MarketSnapshot
  amount: bigint
  /** Wei per unit. */
  gasPrice: bigint
  signal?: AbortSignal | undefined
}) => Promise<FoundRoute>

/** Seconds for which a block's routes are kept. */
const ttl = 60
/** How often a route may turn out to lead through a token that takes a fee. */
const attempts = 6
const sources = Object.values(liquiditySources)

/**
 * Creates the finder. What the tokens of a route take of their transfers is measured before it is offered: no route leads
 * through one that takes something.
 */
export function createRouteFinder({ clock }: { clock: Clock }): RouteFinder {
  const cache = createCache<FoundRoute>({ clock, ttl, staleFor: 0, maxEntries: 2000 })

  const find: RouteFinder = async ({ pair, snapshot, amount, gasPrice, signal }) => {
    const { chain } = pair
    const tokenIn = pooledToken(chain, pair.from)
    const tokenOut = pooledToken(chain, pair.to)
    const measure = (token: EvmAddress) => chain.transferFees.read({ token, snapshot, signal })
    const [first, last] = await Promise.all([measure(tokenIn), measure(tokenOut)])
    const fees = { from: known(first, 'from').from, to: known(last, 'to').to }
    const avoid = new Set<EvmAddress>()
    for (let attempt = 0; attempt < attempts; attempt++) {
      const found = findRoute({
        request: {
          ...{ pools: snapshot.pools.values(), tokenIn, tokenOut, amountIn: amount, gasPrice },
          ...{ wrappedNative: chain.wrappedNative, transferFees: fees, avoid },
        },
        sources,
      })
      if ('reason' in found) throw new ServiceError(found.reason, { field: 'amount' })
      const between = new Set(found.parts.flatMap(({ hops }) => hops.slice(1).map((hop) => hop.tokenIn)))
      const measured = await Promise.all(
        [...between].map(async (token) => ({ token, fees: await measure(token).catch(whenUnsupported) })),
      )
      const taking = measured.filter(({ fees: own }) => own === 'unmeasurable' || own.from > 0 || own.to > 0)
      if (taking.length === 0) return { route: found, fees }
      for (const { token } of taking) avoid.add(token)
    }
    throw new ServiceError('insufficient_liquidity', { field: 'amount' })
  }

  return async (options) => {
    const { pair, snapshot, amount, gasPrice } = options
    const key = [snapshot.hash, pair.chain.chainId, pair.from, pair.to, amount, gasPrice].join(' ')
    const { value } = await cache.read({ key, load: () => find(options) })
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
