import { LatchkeyError } from '@latchkey/protocol'
import { cancelOnrampOrder, openOnrampOrder } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { checkOnrampForm } from './checkOnrampForm.ts'
import type { OnrampParameters } from './createOnramp.ts'
import { createOnrampClient } from './createOnrampClient.ts'
import { createOnrampOptions } from './createOnrampOptions.ts'
import { createOnrampPricing } from './createOnrampPricing.ts'
import { createOrder } from './createOrder.ts'
import { createOrders } from './createOrders.ts'
import { createPaymentWindows, type PaymentWindow } from './createPaymentWindows.ts'
import { findOnrampAccount } from './findOnrampAccount.ts'
import { isPaymentUrl } from './isPaymentUrl.ts'
import type { OnrampFeature, OnrampState } from './OnrampFeature.ts'

/** The engine of the onramp, which talks to the server. */
export type OnrampEngine = Omit<OnrampFeature, 'getState' | 'subscribe' | 'edit' | 'resume'> & { destroy: () => void }

/** Largest length of a return URL, in characters. */
const returnUrlLimit = 2000

/** Creates the engine of the onramp. */
export function createOnrampEngine(parameters: OnrampParameters): OnrampEngine {
  const { context, connection, networks, store } = parameters
  const { environment, report } = context
  const client = createOnrampClient(context)
  const windows = createPaymentWindows({ environment })
  const { getState } = store
  const set = (change: Partial<OnrampState>) => store.setState((state) => ({ ...state, ...change }))
  const orders = createOrders({ ...parameters, client, set: (list) => set({ orders: list }) })
  const options = createOnrampOptions({ context, networks, client, store })
  const check = () => {
    const { form, options: offered } = getState()
    if (!offered.value) return { checked: undefined, issues: [] }
    return checkOnrampForm({ form, options: offered.value, assets: options.listAssets() })
  }
  const pricing = createOnrampPricing({
    ...{ environment, client, checked: () => check().checked },
    isStarting: () => getState().starting !== undefined,
    get: () => getState().pricing,
    set: (next) => set({ pricing: next }),
    // The server answers again, so samples can be replaced by real options.
    onAnswer: () => {
      if (getState().options.isSample) void options.load()
    },
  })
  let open: { quoteId: string; started: ReturnType<OnrampFeature['start']> } | undefined

  const onChange = (state: OnrampState, before: OnrampState) => {
    const isForm = state.form !== before.form
    if (!isForm && state.options.value === before.options.value) return
    set({ issues: check().issues })
    pricing.changed()
  }
  const stops = [store.subscribe(onChange)]

  const start: OnrampFeature['start'] = async ({ quoteId, ageConfirmed }) => {
    const { pricing: offers, options: offered } = getState()
    const quote = offers.quotes.find((one) => one.quoteId === quoteId)
    if (!quote) throw new ServiceError('onramp_quote_expired')
    if (offers.isSample || offered.isSample) throw new ServiceError('onramp_sample')
    const asset = options.listAssets().find(({ id }) => id.toLowerCase() === quote.asset.toLowerCase())
    if (!asset) throw new ServiceError('onramp_quote_expired')
    const { address } = findOnrampAccount({ connection: connection.getState(), asset })
    if (offered.value?.minimumAge != null && !ageConfirmed) throw new ServiceError('onramp_age_required')
    // Before the first await, because browsers allow windows only within a click.
    const popup = windows.open()
    set({ starting: quoteId })
    try {
      const returnUrl = popup ? undefined : readReturnUrl()
      const { id, url } = await createOrder({ client, environment, quoteId, address, ageConfirmed, returnUrl })
      // Stored before anything is paid.
      orders.add({ id, address, url })
      popup?.lead({ url, onClosed: () => void orders.read(id) })
      report({ type: 'purchaseStarted', provider: quote.provider.id, chainId: quote.network })
      return { orderId: id, isBlocked: popup === undefined }
    } catch (error) {
      popup?.close()
      throw error
    } finally {
      set({ starting: undefined })
      pricing.used()
    }
  }
  /** Navigates a window to a fresh URL of the server, because some payment pages open only once. */
  const leadAgain = async (popup: PaymentWindow, { id, known }: { id: string; known: string }) => {
    let url: string | null = null
    try {
      const { data } = await client.request(openOnrampOrder, { params: { id } })
      if (data.id === id && data.url !== null && isPaymentUrl(data.url)) url = data.url
      orders.take(data)
    } catch (error) {
      // The payment page may be available while the server is not.
      if (client.isUnreached(error)) url = known
    }
    if (url === null) {
      popup.close()
      return orders.read(id)
    }
    popup.lead({ url, onClosed: () => void orders.read(id) })
  }
  const readReturnUrl = () => {
    const location = (environment.page() as unknown as Partial<Window> | undefined)?.location
    if (!location) return undefined
    const { origin, pathname } = new URL(location.href)
    const url = `${origin}${pathname}`
    return url.length <= returnUrlLimit ? url : undefined
  }

  return {
    load: options.load,
    listAssets: options.listAssets,
    refresh: pricing.refresh,
    watch: () => pricing.watch(),
    start: (asked) => {
      // A second click gets the same order.
      if (open) {
        if (open.quoteId === asked.quoteId) return open.started
        return Promise.reject(new ServiceError('onramp_failed', { details: 'Another order is being started' }))
      }
      const started = start(asked).finally(() => {
        open = undefined
      })
      open = { quoteId: asked.quoteId, started }
      return started
    },
    reopen: ({ orderId }) => {
      const url = orders.urlOf(orderId)
      if (url === undefined) return false
      const popup = windows.open()
      if (popup) void leadAgain(popup, { id: orderId, known: url })
      return popup !== undefined
    },
    follow: ({ orderId }) => orders.follow(orderId),
    cancel: async ({ orderId }) => {
      try {
        orders.take((await client.request(cancelOnrampOrder, { params: { id: orderId } })).data)
      } catch (error) {
        void orders.read(orderId)
        throw error instanceof LatchkeyError ? error : new LatchkeyError('network_request_failed', { cause: error })
      }
    },
    dismiss: ({ orderId }) => orders.dismiss(orderId),
    destroy: () => {
      for (const stop of stops) stop()
      windows.destroy()
      options.destroy()
      pricing.destroy()
      orders.destroy()
    },
  }
}
