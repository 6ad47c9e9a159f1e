import { type AccountId, type EvmAddress, minimumAfter, nativeEvmAddress, toAccountId } from '@latchkey/protocol'
import type { Quote } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Context } from '../../platform/context.ts'
import type { RpcService } from '../../rpc/RpcService.ts'
import type { Aggregator } from '../aggregators/Aggregator.ts'
import type { QuoteService } from '../quotes/createQuoteService.ts'
import { readQuoteId } from '../quotes/quoteId.ts'
import { chainTime, ownProvider, toAggregatorQuote, toOwnQuote, toWrapQuote } from '../quotes/toQuote.ts'
import { type FindSwapChain, isWrapPair, readAccount, readPair, type SwapPair } from '../SwapChain.ts'
import { encodeSwap, type SignedPermit, type SwapCall } from './encodeSwap.ts'
import { encodeWrap } from './encodeWrap.ts'
import { explainRefusal, type Refusal } from './explainRefusal.ts'
import { simulateCall, withMargin } from './simulateCall.ts'
import { simulatePermit } from './simulatePermit.ts'

export type BuildRequest = {
  from: AccountId
  to: AccountId
  userAddress: AccountId
  /** Base units. */
  amount: bigint
  /** Millionths. */
  slippage: bigint
  permit?: SignedPermit | undefined
  disableEstimate: boolean
  /** ID of the quote that the visitor saw. */
  quoteId?: string | undefined
  /** Base units that the visitor was promised at least. */
  minimumAmount?: bigint | undefined
  signal?: AbortSignal | undefined
}

export type BuiltSwap = {
  tx: {
    from: AccountId
    to: AccountId
    data: `0x${string}`
    amount: string
    value: string
    eip155: { gas: string; gasPrice: string }
  }
  quote: Quote
  minimumAmount: string
  deadline: number
}

/** Gas units of a permit's call. */
const permitGas = 60_000n

/** A call without its gas, with the quote and the minimum behind it. */
type Draft = { call: SwapCall; quote: Quote; minimum: bigint }

/**
 * Creates the builder of swaps. Each build reads the head again. If the promised amount is no longer possible, the build
 * fails here instead of on the chain.
 */
export function createBuilder({
  context: { clock, config },
  rpc,
  find,
  quotes,
  aggregators,
}: {
  context: Pick<Context, 'clock' | 'config'>
  rpc: RpcService
  find: FindSwapChain
  quotes: QuoteService
  aggregators: readonly Aggregator[]
}): (request: BuildRequest) => Promise<BuiltSwap> {
  const draftOwn = async (
    pair: SwapPair,
    account: EvmAddress,
    request: BuildRequest,
    promised: bigint,
  ): Promise<Draft & { deadline: number }> => {
    const { amount, permit, slippage, signal } = request
    const { chain, from, to } = pair
    const snapshot = await chain.market.read(signal ? { signal, fresh: true } : { fresh: true })
    const { gasPrice, block } = snapshot
    const deadline = chainTime(snapshot, clock.now()) + config.convert.deadline
    const frame = { pair, amount, gasPrice, block, now: clock.now() }
    if (isWrapPair(pair) && chain.wrappedNative) {
      if (promised > amount) throw new ServiceError('quote_outdated', { field: 'minimumAmount' })
      const { wrappedNative } = chain
      const call = encodeWrap({ wrappedNative, from, amount })
      return { call, quote: toWrapQuote({ ...frame, wrappedNative }), minimum: amount, deadline }
    }
    const found = await quotes.findRoute({ pair, snapshot, amount, gasPrice })
    const { amountOut } = found.route
    if (amountOut < promised) throw new ServiceError('quote_outdated', { field: 'minimumAmount' })
    const minimum = larger(promised, minimumAfter({ amount: amountOut, slippage }))
    const call = encodeSwap({
      ...{ router: chain.router, route: found.route, from, to, account, minimum, permit },
      deadline: BigInt(deadline),
    })
    return { call, quote: toOwnQuote({ ...frame, ...found }), minimum, deadline }
  }

  const draftWith = async (
    aggregator: Aggregator,
    pair: SwapPair,
    account: EvmAddress,
    request: BuildRequest,
    promised: bigint,
  ): Promise<Draft & { deadline: number }> => {
    const { amount, slippage, signal } = request
    const { chain, from, to } = pair
    const snapshot = await chain.market.read(signal ? { signal } : {})
    const swap = await aggregator.build({
      ...{ chainId: chain.chainId, from, to, amount, account, slippage: Number(slippage) / 10_000 },
      ...(signal ? { signal } : {}),
    })
    if (swap.minimumOut < promised) throw new ServiceError('quote_outdated', { field: 'minimumAmount' })
    const frame = { pair, amount, block: snapshot.block, now: clock.now() }
    return {
      call: { to: swap.to, data: swap.data, value: swap.value },
      quote: toAggregatorQuote({ ...frame, provider: aggregator.id, answer: swap }),
      minimum: swap.minimumOut,
      deadline: chainTime(snapshot, clock.now()) + config.convert.deadline,
    }
  }

  const explain = async (
    { chain: { chainId, router, transferFees }, from, to }: SwapPair,
    owner: EvmAddress,
    refusal: Refusal,
    { permit, signal }: BuildRequest,
  ): Promise<ServiceError> => {
    // One of the tokens may have raised its transfer fee since it was measured.
    for (const token of [from, to]) transferFees.forget(token)
    if (!permit) return explainRefusal(refusal)
    const alone = await simulatePermit({ rpc, chainId, token: from, owner, spender: router, permit, signal })
    return explainRefusal('refusal' in alone ? alone.refusal : refusal)
  }

  return async (request) => {
    const { amount, permit, slippage, quoteId, minimumAmount, disableEstimate, signal } = request
    const pair = readPair({ find, from: request.from, to: request.to })
    const { chain } = pair
    const account = readAccount({ chain, account: request.userAddress })
    if (amount === 0n) throw new ServiceError('amount_too_small', { field: 'amount' })
    const named = quoteId === undefined ? undefined : readQuoteId(quoteId, { ...request, amount })
    const provider = named?.provider ?? ownProvider
    const aggregator = aggregators.find(({ id }) => id === provider)
    // The aggregator of the quote has been removed from the configuration.
    if (provider !== ownProvider && !aggregator) throw new ServiceError('quote_outdated', { field: 'quoteId' })
    if (permit) checkPermit({ permit, pair, amount, isOwn: !aggregator })
    const promised = larger(minimumAmount ?? 0n, named ? minimumAfter({ amount: named.amountOut, slippage }) : 0n)
    const draft = aggregator
      ? await draftWith(aggregator, pair, account, request, promised)
      : await draftOwn(pair, account, request, promised)
    const { call, minimum, deadline } = draft
    let used = BigInt(draft.quote.gas) + (permit ? permitGas : 0n)
    if (!disableEstimate) {
      const simulated = await simulateCall({ rpc, chainId: chain.chainId, from: account, call, signal })
      if ('refusal' in simulated) throw await explain(pair, account, simulated.refusal, request)
      used = simulated.gas
    }
    const quote = { ...draft.quote, gas: used.toString() }
    return {
      tx: {
        // Keep the letter case of the request: a client may compare the value with the one that it sent.
        from: request.userAddress,
        to: toAccountId({ chainId: chain.chainId, address: call.to }),
        data: call.data,
        amount: quote.toAmount,
        value: call.value.toString(),
        eip155: { gas: withMargin(used).toString(), gasPrice: quote.gasPrice },
      },
      quote,
      minimumAmount: minimum.toString(),
      deadline,
    }
  }
}

function checkPermit({
  permit,
  pair,
  amount,
  isOwn,
}: {
  permit: SignedPermit
  pair: SwapPair
  amount: bigint
  isOwn: boolean
}): void {
  const fits = isOwn && pair.from !== nativeEvmAddress && !isWrapPair(pair) && permit.value >= amount
  if (fits) return
  throw new ServiceError('malformed_request', {
    field: 'eip155.permit',
    message: 'The permit does not cover this swap',
  })
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
