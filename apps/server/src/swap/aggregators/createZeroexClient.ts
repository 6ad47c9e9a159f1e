import { type ChainId, nativeEvmAddress, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock/Clock.ts'
import { readText } from '../../platform/http/readText.ts'
import { sanitizeText } from '../../tokens/sanitizeText.ts'
import type { Aggregator, AggregatorQuote, AggregatorRequest } from './Aggregator.ts'
import { type ZeroexTerms, zeroexPriceSchema, zeroexQuoteSchema, zeroexRefusalSchema } from './zeroexSchema.ts'

/** Timeouts in milliseconds. Other quotes wait for a price, so its timeout is shorter. */
const patience = { quote: 1_500, build: 6_000 }
const maxBytes = 1_000_000
/** Pause in seconds: the default if the service names none, and the maximum. */
const pause = { usual: 5, most: 300 }
/** Gas units if the response has none. */
const usualGas = 300_000n

type Answer<Schema extends z.ZodType> = Extract<z.output<Schema>, { liquidityAvailable: true }>

/**
 * Client of the Swap API of 0x, version 2, with allowances to its AllowanceHolder.
 *
 * It compares each response with the request, and rejects another token, another amount or a lower minimum. It calls only the
 * configured address and refuses redirects. The key is sent only in its header.
 *
 * Source: https://docs.0x.org/api-reference (Swap API v2, allowance-holder).
 *
 * @example
 * const zeroex = createZeroexClient({ url: 'https://api.0x.org', apiKey, clock })
 */
export function createZeroexClient({ url, apiKey, clock }: { url: string; apiKey: string; clock: Clock }): Aggregator {
  const base = url.replace(/\/+$/, '')
  /**
   * Unix milliseconds. Until `quietUntil`, no requests at all, because the service asked for a pause. Until `lostUntil`, no
   * price requests, because it did not respond.
   */
  let quietUntil = 0
  let lostUntil = 0

  const ask = async <Schema extends z.ZodType<{ liquidityAvailable: boolean }>>(
    kind: 'price' | 'quote',
    request: AggregatorRequest & { signal?: AbortSignal },
    schema: Schema,
  ): Promise<Answer<Schema>> => {
    if (clock.now() < quietUntil) throw unavailable('asked to wait', (quietUntil - clock.now()) / 1000)
    if (kind === 'price' && clock.now() < lostUntil) throw unavailable('did not answer a moment ago')
    const deadline = AbortSignal.timeout(kind === 'price' ? patience.quote : patience.build)
    const query = new URLSearchParams({
      chainId: parseChainId(request.chainId).reference,
      sellToken: request.from,
      buyToken: request.to,
      sellAmount: request.amount.toString(),
      slippageBps: String(toBasisPoints(request.slippage)),
      ...(request.account ? { taker: request.account } : {}),
    })
    let response: Response
    let text: string | undefined
    try {
      response = await fetch(`${base}/swap/allowance-holder/${kind}?${query}`, {
        headers: { accept: 'application/json', '0x-api-key': apiKey, '0x-version': 'v2' },
        // A redirect could send the key to any server.
        redirect: 'error',
        signal: request.signal ? AbortSignal.any([request.signal, deadline]) : deadline,
      })
      text = await readText({ stream: response.body, maxBytes })
    } catch {
      // Other quotes wait for this price. After a timeout, skip it for a moment, so that not every request waits.
      if (!request.signal?.aborted) lostUntil = clock.now() + pause.usual * 1000
      // Drop the message of fetch: it may contain the URL with all parameters.
      throw unavailable(deadline.aborted ? 'gave no answer in time' : 'cannot be reached')
    }
    if (response.status === 429) {
      const told = Number(response.headers.get('retry-after') ?? Number.NaN)
      const seconds = told > 0 ? Math.min(told, pause.most) : pause.usual
      quietUntil = clock.now() + seconds * 1000
      throw unavailable('asked to wait', seconds)
    }
    if (response.status >= 400 && response.status < 500) throw refused(response.status, text)
    const answer = schema.safeParse(response.ok && text !== undefined ? readJson(text) : undefined)
    if (!answer.success) throw unavailable(`gave an unreadable answer (HTTP ${response.status})`)
    if (!answer.data.liquidityAvailable) throw new ServiceError('insufficient_liquidity', { field: 'amount' })
    return answer.data as Answer<Schema>
  }

  return {
    id: 'zeroex',
    serves: (chainId: ChainId) => parseChainId(chainId).namespace === 'eip155',
    quote: async (request) => {
      const answer = await ask('price', request, zeroexPriceSchema)
      return toQuote({ answer, request, gas: answer.gas ?? usualGas, gasPrice: answer.gasPrice })
    },
    build: async (request) => {
      const answer = await ask('quote', request, zeroexQuoteSchema)
      const { to, data, value, gas, gasPrice } = answer.transaction
      const owed = request.from === nativeEvmAddress ? request.amount : 0n
      if (value !== owed) throw unavailable('built a transaction with another value')
      const quote = toQuote({ answer, request, gas: gas ?? usualGas, gasPrice })
      return { ...quote, minimumOut: answer.minBuyAmount, to, data, value }
    },
  }
}

/** Rounded down, so that the slippage is never above the one of the account. */
function toBasisPoints(percent: number): number {
  return Math.min(10_000, Math.max(0, Math.floor(percent * 100 + 1e-9)))
}

function toQuote({
  answer,
  request,
  gas,
  gasPrice,
}: {
  answer: ZeroexTerms
  request: AggregatorRequest
  gas: bigint
  gasPrice: bigint
}): AggregatorQuote {
  const { buyAmount, minBuyAmount, sellAmount, buyToken, sellToken, allowanceTarget, issues, route } = answer
  if (sellAmount !== request.amount || buyToken !== request.to || sellToken !== request.from) {
    throw unavailable('answered another question')
  }
  const least = (buyAmount * BigInt(10_000 - toBasisPoints(request.slippage))) / 10_000n
  if (buyAmount === 0n || minBuyAmount > buyAmount || minBuyAmount < least) {
    throw unavailable('promised less than the requested minimum')
  }
  const spender = request.from === nativeEvmAddress ? undefined : (allowanceTarget ?? issues?.allowance?.spender)
  if (request.from !== nativeEvmAddress && !spender) throw unavailable('did not name the contract that takes the token')
  return {
    amountOut: buyAmount,
    gas,
    gasPrice,
    spender,
    sources: route.fills.map(({ source, proportionBps }) => ({
      name: sanitizeText(source, 40),
      share: Math.min(1, Number(proportionBps) / 10_000),
    })),
  }
}

function unavailable(why: string, retryAfter?: number): ServiceError {
  return new ServiceError('upstream_unavailable', { field: 'zeroex', message: `0x ${why}`, retryAfter })
}

function refused(status: number, text: string | undefined): ServiceError {
  const refusal = zeroexRefusalSchema.safeParse(readJson(text ?? ''))
  const name = refusal.success ? sanitizeText(refusal.data.name, 60) : 'no reason'
  return unavailable(`refused the request (HTTP ${status}, ${name})`)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
