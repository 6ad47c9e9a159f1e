import { LatchkeyError } from '@latchkey/protocol'
import { getOnrampOptions, type OnrampOptions } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { OnrampParameters } from './createOnramp.ts'
import type { OnrampClient } from './createOnrampClient.ts'
import { listOnrampAssets } from './listOnrampAssets.ts'
import type { OnrampAsset, OnrampForm, OnrampOptionsState } from './OnrampFeature.ts'
import { sampleOptions } from './sampleOnramp.ts'

/** Milliseconds for which the options are cached. */
const freshFor = 60_000

/** Loads the options of the onramp. */
export type OnrampOptionsKeeper = {
  /** Never throws; the result is in the state. */
  load: () => Promise<void>
  listAssets: () => readonly OnrampAsset[]
  destroy: () => void
}

/** Creates the loader of the options. It uses samples if no server answers, and sets defaults in the form. */
export function createOnrampOptions({
  context: { config, environment },
  networks,
  client,
  store,
}: Pick<OnrampParameters, 'context' | 'networks' | 'store'> & { client: OnrampClient }): OnrampOptionsKeeper {
  /** The server's last answer. */
  let known: OnrampOptions | undefined
  let answeredAt = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | undefined
  /** The token that the kit chose as a default. */
  let chosen: OnrampAsset | undefined
  let listed: { from: unknown[]; assets: readonly OnrampAsset[] } | undefined

  const listAssets = () => {
    const { value } = store.getState().options
    if (!value) return []
    const active = networks.getState().active?.caipNetworkId
    // Returns the same array, so that views do not render again.
    if (listed?.from[0] !== value || listed.from[1] !== active)
      listed = {
        from: [value, active],
        assets: listOnrampAssets({ options: value, networks: config.networks, active }),
      }
    return listed.assets
  }
  /** Fills in fields without a choice, or with an invalid one. */
  const choose = () => {
    const { form, options } = store.getState()
    if (!options.value) return
    const assets = listAssets()
    const same = assets.find(({ id }) => id.toLowerCase() === form.asset?.id.toLowerCase())
    // Keeps the token after the visitor has started to fill in the form.
    const isOurs = form.asset === undefined || (form.asset.id === chosen?.id && form.amount === '')
    if (isOurs) chosen = assets[0]
    const asset = isOurs ? chosen : (same ?? form.asset)
    const currencies = options.value.paymentCurrencies
    const currency = currencies.find(({ id }) => id === form.currency) ?? currencies[0]
    const limits = currency?.payment_method_limits
    const method = (limits?.find(({ id }) => id === form.method) ?? limits?.[0])?.id ?? form.method
    const next: OnrampForm = { ...form, asset, currency: currency?.id ?? form.currency, method }
    const isSame = next.asset === form.asset && next.currency === form.currency && next.method === form.method
    if (!isSame) store.setState((state) => ({ ...state, form: next }))
  }
  const set = (options: OnrampOptionsState) => store.setState((state) => ({ ...state, options }))
  const ask = async () => {
    const before = store.getState().options
    set({ ...before, status: 'loading', error: undefined })
    try {
      const { data } = await client.request(getOnrampOptions, {})
      // Keeps the object of an equal answer, so that the quotes remain.
      if (JSON.stringify(data) !== JSON.stringify(known)) known = data
      answeredAt = environment.now()
      set({ status: 'ready', value: known, isSample: false, error: undefined })
    } catch (error) {
      answeredAt = Number.NEGATIVE_INFINITY
      if (client.isUnreached(error)) {
        const value = sampleOptions({ networks: config.networks, known })
        set({ status: 'ready', value: before.isSample ? before.value : value, isSample: true, error: undefined })
      } else {
        const { code, message } = error instanceof LatchkeyError ? error : new ServiceError('response_invalid')
        set({ status: 'failed', value: undefined, isSample: false, error: { code, message } })
      }
    }
    choose()
  }
  const unsubscribe = networks.subscribe((state, before) => {
    if (state.active === before.active) return
    // The order of the tokens depends on the current network.
    store.setState((current) => ({ ...current }))
    choose()
  })

  return {
    load: () => {
      const { status, isSample } = store.getState().options
      if (status === 'ready' && !isSample && environment.now() - answeredAt < freshFor) return Promise.resolve()
      loading ??= ask().finally(() => {
        loading = undefined
      })
      return loading
    },
    listAssets,
    destroy: unsubscribe,
  }
}
