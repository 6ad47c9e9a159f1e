import type { AccountId, EvmAddress } from '@latchkey/protocol'
import { nativeEvmAddress } from '@latchkey/protocol'
import type { Quote } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { createCache } from '../../platform/cache/createCache.ts'
import type { Context } from '../../platform/context.ts'
import type { PriceService } from '../../prices/createPriceService.ts'
import type { Aggregator, AggregatorQuote } from '../aggregators/Aggregator.ts'
import type { MarketSnapshot } from '../pools/ChainMarket.ts'
import {
  type FindSwapChain,
  isWrapPair,
  pooledToken,
  readAccount,
  readPair,
  type SwapChain,
  type SwapPair,
} from '../SwapChain.ts'
import type { TokenLister } from '../tokens/createTokenLister.ts'
import type { FoundRoute, RouteFinder } from './createRouteFinder.ts'
import { rankQuotes } from './rankQuotes.ts'
import { toAggregatorQuote, toOwnQuote, toWrapQuote } from './toQuote.ts'

/** Quotes of swaps. */
export type QuoteService = {
  /**
   * @returns the current quotes for the amount, the best first
   * @throws LatchkeyError those of `getSwapQuotes`
   */
  quotes: (options: {
    from: AccountId
    to: AccountId
    amount: bigint
    userAddress?: AccountId | undefined
    gasPrice?: bigint | undefined
    signal?: AbortSignal | undefined
  }) => Promise<{ quotes: Quote[] }>
  /** Finds the route of a pair over our own pools. @throws LatchkeyError those of `getSwapQuotes` */
  findRoute: (options: {
    pair: SwapPair
    snapshot: MarketSnapshot
    amount: bigint
    gasPrice: bigint
  }) => Promise<FoundRoute>
}

/** Percent in price requests to aggregators. The price does not depend on it. */
const usualSlippage = 1

export function createQuoteService({
  context: { clock, log },
  find,
  finder,
  aggregators,
  tokens,
  prices,
}: {
  context: Pick<Context, 'clock' | 'log'>
  find: FindSwapChain
  finder: RouteFinder
  aggregators: readonly Aggregator[]
  tokens: TokenLister
  prices: PriceService
}): QuoteService {
  /** Distinguishes an unknown token from a token without a pool. @returns whether both tokens have a pool */
  const checkTokens = async ({ chain, from, to }: SwapPair, { pools }: MarketSnapshot): Promise<boolean> => {
    let arePooled = true
    for (const [named, field] of [[from, 'from'] as const, [to, 'to'] as const]) {
      const token = pooledToken(chain, named)
      const isPooled = [...pools.values()].some(({ token0, token1 }) => token0 === token || token1 === token)
      arePooled &&= isPooled
      if (token === chain.wrappedNative || (isPooled && !tokens.isBlocked({ chain, token }))) continue
      if (!(await tokens.isKnown({ chain, token }))) throw new ServiceError('token_not_found', { field })
    }
    return arePooled
  }

  const findRoute: QuoteService['findRoute'] = async ({ pair, snapshot, amount, gasPrice }) => {
    if (!(await checkTokens(pair, snapshot))) throw new ServiceError('insufficient_liquidity', { field: 'amount' })
    return finder({ pair, snapshot, amount, gasPrice })
  }

  /** Only merges concurrent requests. It caches no price. */
  const asking = createCache<AggregatorQuote>({ clock, ttl: 0, staleFor: 0, maxEntries: 1 })
  const askAggregators = async (
    pair: SwapPair,
    amount: bigint,
    account: EvmAddress | undefined,
    block: number,
  ): Promise<Quote[]> => {
    const { chain, from, to } = pair
    const asked = aggregators.filter(({ serves }) => serves(chain.chainId))
    const request = { chainId: chain.chainId, from, to, amount, account, slippage: usualSlippage }
    const answers = await Promise.all(
      asked.map(async ({ id, quote }) => {
        try {
          // Concurrent equal requests share one request to the aggregator, because each costs the operator something.
          const key = [id, chain.chainId, from, to, amount, account].join(' ')
          const { value } = await asking.read({ key, load: () => quote(request) })
          return [toAggregatorQuote({ pair, amount, block, now: clock.now(), provider: id, answer: value })]
        } catch (error) {
          // Our own router answers without the aggregators.
          log.debug(
            { aggregator: id, why: error instanceof ServiceError ? error.message : 'failed' },
            'Aggregator quote failed',
          )
          return []
        }
      }),
    )
    return answers.flat()
  }

  const rank = async (chain: SwapChain, pair: SwapPair, found: readonly Quote[]): Promise<Quote[]> => {
    if (found.length < 2) return [...found]
    const native: AccountId = `${chain.chainId}:${nativeEvmAddress}`
    const { response } = await prices.read({ addresses: [pair.toAccount, native] })
    const [target, coin] = response.fungibles
    return rankQuotes({ quotes: found, target, native: coin })
  }

  return {
    findRoute,
    quotes: async ({ from, to, amount, userAddress, gasPrice: wanted, signal }) => {
      const pair = readPair({ find, from, to })
      const { chain } = pair
      const account = userAddress === undefined ? undefined : readAccount({ chain, account: userAddress })
      if (amount === 0n) throw new ServiceError('amount_too_small', { field: 'amount' })
      const snapshot = await chain.market.read(signal ? { signal } : {})
      const gasPrice = wanted ?? snapshot.gasPrice
      const frame = { pair, amount, gasPrice, block: snapshot.block, now: clock.now() }
      if (isWrapPair(pair) && chain.wrappedNative) {
        return { quotes: [toWrapQuote({ ...frame, wrappedNative: chain.wrappedNative })] }
      }
      const own = findRoute({ pair, snapshot, amount, gasPrice }).then(
        (found) => ({ quote: toOwnQuote({ ...frame, ...found }) }),
        (error: unknown) => ({ error }),
      )
      const [ours, others] = await Promise.all([own, askAggregators(pair, amount, account, snapshot.block)])
      if ('error' in ours && (others.length === 0 || !isNoRoute(ours.error))) throw ours.error
      return { quotes: await rank(chain, pair, 'quote' in ours ? [ours.quote, ...others] : others) }
    },
  }
}

/** Whether our own router has no route but an aggregator may have one. */
function isNoRoute(error: unknown): boolean {
  return (
    error instanceof ServiceError &&
    ['insufficient_liquidity', 'amount_too_small', 'transfer_fee_unsupported'].includes(error.code)
  )
}
