import { LatchkeyError, parseUnits } from '@latchkey/protocol'
import { getOnrampQuotes, type OnrampQuote } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Environment, TimerId } from '../environment/Environment.ts'
import type { CheckedOnramp } from './checkOnrampForm.ts'
import type { OnrampClient } from './createOnrampClient.ts'
import type { OnrampPricing } from './OnrampFeature.ts'
import { sampleQuote } from './sampleOnramp.ts'

/** Milliseconds between the last change of the form and the request for quotes. */
const askDelay = 300
/** Milliseconds before the expiry of a quote at which new ones are fetched. */
const renewAhead = 5_000
/** Milliseconds until the next attempt after a failure. */
const retryDelay = 10_000
/** Bounds for the validity of a quote, because a device's clock may be wrong by any amount. */
const life = { least: 10_000, most: 900_000 }

/** Keeps quotes for the form. */
export type PricingKeeper = {
  /** The form changed. Discards the quotes and running requests. */
  changed: () => void
  /** Fetches quotes immediately. */
  refresh: () => void
  /** An attempt to create an order has ended, so the quote may be used up. */
  used: () => void
  watch: () => () => void
  destroy: () => void
}

const none: OnrampPricing = { status: 'idle', quotes: [], refusals: [], isSample: false, error: undefined }

/** Fetches quotes after each change (debounced), and before they expire while a view watches. Late answers are dropped. */
export function createOnrampPricing({
  environment,
  client,
  checked,
  isStarting,
  get,
  set,
  onAnswer,
}: {
  environment: Environment
  client: OnrampClient
  /** Returns the form if it is complete and valid. */
  checked: () => CheckedOnramp | undefined
  /** Whether an order is being created. */
  isStarting: () => boolean
  get: () => OnrampPricing
  set: (pricing: OnrampPricing) => void
  /** Called after an answer of the server, with quotes or a refusal. */
  onAnswer: () => void
}): PricingKeeper {
  let sequence = 0
  let abort = new AbortController()
  let asking: TimerId | undefined
  let renewing: TimerId | undefined
  let ending: TimerId | undefined
  /** Time of the next renewal, as in `environment.now`. */
  let renewAt = 0
  let watchers = 0
  let destroyed = false

  const stop = () => {
    sequence++
    abort.abort()
    for (const timer of [asking, renewing, ending]) environment.clearTimeout(timer)
    asking = undefined
    renewAt = 0
  }
  const isWatched = () => watchers > 0 && environment.isVisible()
  const renewLater = (wait: number) => {
    renewAt = environment.now() + wait
    schedule()
  }
  const schedule = () => {
    environment.clearTimeout(renewing)
    if (isWatched() && !destroyed)
      renewing = environment.setTimeout(() => void ask(), Math.max(0, renewAt - environment.now()))
  }
  const take = (quotes: readonly OnrampQuote[], refusals: OnrampPricing['refusals']) => {
    set({ ...none, status: 'ready', quotes, refusals })
    environment.clearTimeout(ending)
    if (quotes.length === 0) return renewLater(retryDelay)
    const lives = quotes.map(({ validUntil }) => Date.parse(validUntil) - environment.now())
    const left = Math.min(life.most, Math.max(life.least, Math.min(...lives) || 0))
    ending = environment.setTimeout(() => {
      if (isStarting()) return
      if (get().status === 'loading') set({ ...none, status: 'loading' })
      else fail(new ServiceError('onramp_quote_expired'))
    }, left)
    renewLater(left - renewAhead)
  }
  const fail = ({ code, message }: LatchkeyError) => set({ ...none, status: 'failed', error: { code, message } })
  const ask = async () => {
    const asked = checked()
    if (destroyed || !asked) return
    // The quote stays while an order is created from it.
    if (isStarting()) return renewLater(retryDelay)
    const mine = ++sequence
    abort.abort()
    abort = new AbortController()
    environment.clearTimeout(renewing)
    set({ ...get(), status: 'loading', error: undefined })
    const { asset, purchaseCurrency, currency: paymentCurrency, method: paymentMethod, amount } = asked
    try {
      const { data } = await client.request(getOnrampQuotes, {
        body: { purchaseCurrency, paymentCurrency, amount, network: asset.chainId, paymentMethod },
        signal: abort.signal,
      })
      if (mine !== sequence) return
      const quotes = data.quotes.filter((quote) => answers(quote, asked))
      if (quotes.length === 0 && data.quotes.length > 0) throw new ServiceError('response_invalid')
      take(quotes, data.refusals)
      onAnswer()
    } catch (error) {
      if (mine !== sequence) return
      environment.clearTimeout(ending)
      renewLater(retryDelay)
      if (client.isUnreached(error)) {
        const sample = sampleQuote({ checked: asked, now: environment.now() })
        return set({ ...none, status: 'ready', quotes: sample ? [sample] : [], isSample: true })
      }
      fail(error instanceof LatchkeyError ? error : new ServiceError('response_invalid', { cause: error }))
      onAnswer()
    }
  }
  /** The view is visible again. */
  const look = () => {
    environment.clearTimeout(renewing)
    if (asking !== undefined || !isWatched() || get().status === 'loading') return
    if (environment.now() >= renewAt) void ask()
    else schedule()
  }
  const page = environment.page()
  page?.addEventListener('visibilitychange', look)

  return {
    changed: () => {
      stop()
      if (destroyed) return
      const isAsked = checked() !== undefined
      set({ ...none, status: isAsked ? 'loading' : 'idle' })
      if (!isAsked) return
      asking = environment.setTimeout(() => {
        asking = undefined
        void ask()
      }, askDelay)
    },
    used: () => {
      stop()
      if (isWatched()) void ask()
      else set(none)
    },
    refresh: () => {
      environment.clearTimeout(asking)
      asking = undefined
      void ask()
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
    destroy: () => {
      destroyed = true
      page?.removeEventListener('visibilitychange', look)
      stop()
    },
  }
}

/** Whether a quote matches the request in token, network, amount and payment method. */
function answers(quote: OnrampQuote, { asset, currency, method, amount }: CheckedOnramp): boolean {
  const total = parseUnits(quote.paymentTotal.amount, 18)
  const wanted = parseUnits(amount, 18)
  return (
    quote.asset.toLowerCase() === asset.id.toLowerCase() &&
    quote.network === asset.chainId &&
    quote.paymentMethod === method &&
    quote.paymentTotal.currency === currency &&
    total.ok &&
    wanted.ok &&
    total.value === wanted.value
  )
}
