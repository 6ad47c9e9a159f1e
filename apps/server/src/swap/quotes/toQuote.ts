import { type EvmAddress, nativeEvmAddress, toAccountId } from '@latchkey/protocol'
import type { Quote, RoutePart } from '@latchkey/protocol/api'
import type { AggregatorQuote } from '../aggregators/Aggregator.ts'
import type { MarketSnapshot } from '../pools/ChainMarket.ts'
import type { Route, TransferFees } from '../router/Route.ts'
import type { SwapPair } from '../SwapChain.ts'
import { writeQuoteId } from './quoteId.ts'

/** Provider in our quotes. */
export const ownProvider = 'latchkey'

/** Seconds for which a quote can be shown. */
const validFor = 30
/** Gas units of a wrap or unwrap, including the transaction. */
const wrapGas = 46_000n

/** Fields of all quotes. */
type Frame = {
  pair: SwapPair
  amount: bigint
  /** Wei per unit. */
  gasPrice: bigint
  block: number
  /** Unix milliseconds. */
  now: number
}

/** Turns a route of our router into a quote. */
export function toOwnQuote({ route, fees, ...frame }: Frame & { route: Route; fees: TransferFees }): Quote {
  const { chain, from } = frame.pair
  const account = (address: EvmAddress) => toAccountId({ chainId: chain.chainId, address })
  const parts = route.parts.map(
    ({ hops, amountIn, amountOut }): RoutePart => ({
      share: Number(amountIn) / Number(route.amountIn),
      amountIn: amountIn.toString(),
      amountOut: amountOut.toString(),
      hops: hops.map(({ pool, tokenIn, tokenOut }) => ({
        ...{ source: pool.kind, pool: account(pool.address), fee: pool.fee },
        ...{ from: account(tokenIn), to: account(tokenOut) },
      })),
    }),
  )
  return {
    ...toBase({ ...frame, provider: ownProvider, amountOut: route.amountOut, gas: BigInt(Math.ceil(route.gas)) }),
    route: parts,
    ...{ priceImpact: route.priceImpact, poolFee: route.poolFee },
    transferFees: { from: fees.from / 1_000_000, to: fees.to / 1_000_000 },
    spender: from === nativeEvmAddress ? null : account(chain.router),
  }
}

/** Turns a wrap or unwrap of the native token into a quote. */
export function toWrapQuote({ wrappedNative, ...frame }: Frame & { wrappedNative: EvmAddress }): Quote {
  const { chain, from, to } = frame.pair
  const account = (address: EvmAddress) => toAccountId({ chainId: chain.chainId, address })
  const amount = frame.amount.toString()
  const hop = { source: 'wrapped-native', pool: account(wrappedNative), fee: 0, from: account(from), to: account(to) }
  return {
    ...toBase({ ...frame, provider: ownProvider, amountOut: frame.amount, gas: wrapGas }),
    route: [{ share: 1, amountIn: amount, amountOut: amount, hops: [hop] }],
    ...{ priceImpact: 0, poolFee: 0, transferFees: { from: 0, to: 0 } },
    // No spender: the account calls the contract itself.
    spender: null,
  }
}

/** Turns the answer of an aggregator into a quote. */
export function toAggregatorQuote({
  provider,
  answer,
  ...frame
}: Omit<Frame, 'gasPrice'> & { provider: string; answer: AggregatorQuote }): Quote {
  const { chain, from, to } = frame.pair
  const account = (address: EvmAddress) => toAccountId({ chainId: chain.chainId, address })
  const { amountOut, gas, gasPrice, spender, sources } = answer
  return {
    ...toBase({ ...frame, provider, amountOut, gas, gasPrice }),
    route: sources
      .filter(({ share }) => share > 0)
      .map(({ name, share }): RoutePart => {
        const part = (total: bigint) => ((total * BigInt(Math.round(share * 10_000))) / 10_000n).toString()
        const hop = { source: name, pool: null, fee: null, from: account(from), to: account(to) }
        return { share, amountIn: part(frame.amount), amountOut: part(amountOut), hops: [hop] }
      }),
    ...{ priceImpact: null, poolFee: null, transferFees: { from: 0, to: 0 } },
    spender: spender ? account(spender) : null,
  }
}

function toBase({
  pair,
  amount,
  amountOut,
  provider,
  gas,
  gasPrice,
  block,
  now,
}: Frame & { amountOut: bigint; provider: string; gas: bigint }) {
  const { fromAccount, toAccount } = pair
  return {
    id: writeQuoteId({ provider, amountOut, from: fromAccount, to: toAccount, amount }),
    ...{ fromAmount: amount.toString(), fromAccount },
    ...{ toAmount: amountOut.toString(), toAccount },
    provider,
    ...{ gas: gas.toString(), gasPrice: gasPrice.toString() },
    block,
    validUntil: new Date(now + validFor * 1000).toISOString(),
  }
}

/** Returns the time from which a deadline counts: the time of the snapshot's block, or now if no block came for a while. */
export function chainTime({ time }: Pick<MarketSnapshot, 'time'>, now: number): number {
  return Math.max(time, Math.floor(now / 1000))
}
