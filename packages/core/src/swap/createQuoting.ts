import { type ErrorCode, formatUnits, LatchkeyError, parseAccountId } from '@latchkey/protocol'
import { getSwapQuotes, type Quote } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Subject } from '../account/readSubject.ts'
import type { CoreContext } from '../CoreContext.ts'
import type { TimerId } from '../environment/Environment.ts'
import type { ApiClient } from '../http/createApiClient.ts'
import { serves } from '../networks/createServedChains.ts'
import type { NetworksState } from '../networks/NetworksFeature.ts'
import type { Readable } from '../store/Store.ts'
import { checkSwapForm } from './checkSwapForm.ts'
import { defaultSlippage } from './initialSwap.ts'
import type { SwapState } from './SwapFeature.ts'
import type { SwapEvent } from './swapReducer.ts'

/** Milliseconds between the last change of the form and the request for a quote. */
const quoteDelay = 200
/** Milliseconds between two quotes while a view watches. */
const quoteInterval = 10_000
/** Bounds for the validity of a quote, because a device's clock may be wrong by any amount. */
const life = { least: 10_000, most: 60_000 }

/** Keeps a quote for the form. */
export type Quoting = {
  /** The form changed. Discards running requests. */
  changed: () => void
  watch: () => () => void
  /** Discards running requests and timers. */
  stop: () => void
  destroy: () => void
}

// Answers of the market, unlike failed requests. They invalidate a quote on display.
const refusals: readonly ErrorCode[] = [
  'token_not_found',
  'same_token',
  'amount_too_small',
  'insufficient_liquidity',
  'transfer_fee_unsupported',
  'swap_network_unsupported',
  'unsupported_chain',
]

/** Fetches quotes after each change (debounced), and at an interval while a view watches. Late answers are dropped. */
export function createQuoting({
  context,
  client,
  subject,
  networks,
  getState,
  dispatch,
}: {
  context: CoreContext
  client: ApiClient
  /** The connected account; undefined if none is connected. A price does not need one. */
  subject: () => Subject | undefined
  networks: Readable<NetworksState>
  getState: () => SwapState
  dispatch: (event: SwapEvent) => void
}): Quoting {
  const { environment } = context
  let sequence = 0
  let abort = new AbortController()
  let asking: TimerId | undefined
  let renewing: TimerId | undefined
  let aging: TimerId | undefined
  let watchers = 0
  let destroyed = false

  const stop = () => {
    sequence++
    abort.abort()
    for (const timer of [asking, renewing, aging]) environment.clearTimeout(timer)
    asking = undefined
  }
  const isEditing = () => ['editing', 'failed'].includes(getState().status)
  const renewLater = () => {
    environment.clearTimeout(renewing)
    if (watchers > 0 && environment.isVisible()) renewing = environment.setTimeout(() => void ask(), quoteInterval)
  }
  /** Marks a quote as outdated if no other one replaces it in time. */
  const age = (quote: Quote) => {
    environment.clearTimeout(aging)
    const left = Date.parse(quote.validUntil) - environment.now()
    aging = environment.setTimeout(
      () => {
        const { code, message } = new ServiceError('quote_outdated')
        dispatch({ type: 'quoteFailed', error: { code, message }, keep: true })
      },
      Math.min(life.most, Math.max(life.least, left || 0)),
    )
  }
  const ask = async () => {
    if (destroyed) return
    if (!isEditing()) return renewLater()
    // Neither an invalid slippage nor a missing wallet, nor a wallet on another network, prevents a quote.
    const { form } = getState()
    const chainId = form.from && parseAccountId(form.from.address).chainId
    const network = networks.getState().networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
    if (network?.chainNamespace !== 'eip155') return
    const result = checkSwapForm({ form: { ...form, slippage: defaultSlippage }, network })
    if ('issues' in result) return
    const { from, to, amount } = result.checked
    const owner = subject()
    const mine = ++sequence
    abort.abort()
    abort = new AbortController()
    environment.clearTimeout(renewing)
    dispatch({ type: 'quoteAsked' })
    try {
      if (!(await serves({ context, chainId: network.caipNetworkId })))
        throw new ServiceError('swap_network_unsupported')
      const { data } = await client.request(getSwapQuotes, {
        query: {
          amount: amount.toString(),
          ...(owner?.network === network ? { userAddress: owner.accountId } : {}),
          from: from.token.address,
          to: to.token.address,
        },
        signal: abort.signal,
      })
      if (mine !== sequence) return
      const quote = data.quotes[0]
      if (!quote) throw new ServiceError('insufficient_liquidity')
      const isAsked = isSame(quote.fromAccount, from.token.address) && isSame(quote.toAccount, to.token.address)
      if (BigInt(quote.fromAmount) !== amount || !isAsked) throw new ServiceError('response_invalid')
      const toAmountText = formatUnits(BigInt(quote.toAmount), to.token.decimals)
      const rate = Number(toAmountText) / Number(formatUnits(amount, from.token.decimals))
      dispatch({
        ...{ type: 'quoteReady', quote, toAmountText, at: environment.now() },
        rate: Number.isFinite(rate) ? rate : undefined,
      })
      age(quote)
    } catch (error) {
      if (mine !== sequence) return
      const { code, message } = error instanceof LatchkeyError ? error : new ServiceError('response_invalid')
      dispatch({ type: 'quoteFailed', error: { code, message }, keep: !refusals.includes(code) })
    }
    renewLater()
  }
  const look = () => {
    environment.clearTimeout(renewing)
    if (watchers === 0 || !environment.isVisible() || asking !== undefined) return
    const { updatedAt } = getState().pricing
    if (updatedAt !== undefined && environment.now() - updatedAt < quoteInterval) renewLater()
    else void ask()
  }
  const page = environment.page()
  page?.addEventListener('visibilitychange', look)

  return {
    changed: () => {
      stop()
      if (destroyed) return
      asking = environment.setTimeout(() => {
        asking = undefined
        void ask()
      }, quoteDelay)
    },
    watch: () => {
      watchers++
      if (watchers === 1) look()
      let stopped = false
      return () => {
        if (stopped) return
        stopped = true
        watchers--
        if (watchers === 0) environment.clearTimeout(renewing)
      }
    },
    stop,
    destroy: () => {
      destroyed = true
      page?.removeEventListener('visibilitychange', look)
      stop()
    },
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
