import type { OnrampState, ViewEntry } from '@latchkey/core'
import type { ErrorCode } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { FixtureWorld } from './createFixtureLatchkey.ts'
import * as f from './fixtures.ts'
import * as b from './onrampFixtures.ts'
import type { Scene } from './scenes.ts'
import { connectedWithMany, families } from './severalWallets.ts'

const home: ViewEntry = { name: 'Account', data: undefined }
const form: ViewEntry = { name: 'OnRampProviders', data: undefined }
const token: ViewEntry = { name: 'OnRampTokenSelect', data: undefined }
const fiat: ViewEntry = { name: 'OnRampFiatSelect', data: undefined }
const progress: ViewEntry = { name: 'BuyInProgress', data: { orderId: b.order.id } }
const problem = (code: ErrorCode) => ({ code, message: new ServiceError(code).message })
const refusal = (provider: typeof b.ember, code: ErrorCode) => ({
  ...{ provider, code },
  description: problem(code).message,
})

function scene(
  id: string,
  onramp: Partial<OnrampState>,
  history: readonly ViewEntry[] = [home, form],
  world: Partial<FixtureWorld> = {},
): Scene {
  return {
    id,
    world: { connection: f.connected, onramp: { ...b.buying, ...onramp }, onrampAssets: b.assets, ...world },
    history,
  }
}

const failed = (code: ErrorCode): Partial<OnrampState> => ({
  ...{ form: { ...b.form, asset: undefined, amount: '' }, pricing: b.noOffers },
  options: { status: 'failed', value: undefined, isSample: false, error: problem(code) },
})
const waiting = { pricing: { ...b.noOffers, status: 'loading' } } as const
const unread = { ...waiting, options: { ...b.buying.options, status: 'loading', value: undefined } } as const
const amount = (text: string, code?: ErrorCode): Partial<OnrampState> => ({
  form: { ...b.form, amount: text },
  pricing: b.noOffers,
  issues: code === undefined ? [] : [{ field: 'amount', ...problem(code) }],
})
const entry = (order: keyof typeof b.orders, isStale = false) => ({
  orders: [{ id: b.order.id, order: b.orders[order], isStale }],
})
const followed = (order: keyof typeof b.orders): Scene => scene(`buy-order-${order}`, entry(order), [home, progress])

/** Scenes of the onramp: the form and its quotes, the choices, the states of an order, and a site without an onramp. */
export const onrampScenes: readonly Scene[] = [
  scene('buy', {}),
  scene('buy-alone', {}, [form]),
  scene('buy-loading', { ...unread, form: { ...b.form, asset: undefined, amount: '' } }),
  scene('buy-looking', waiting),
  { ...scene('buy-looking-slow', waiting), waitMs: 10_500 },
  scene('buy-empty', amount('0')),
  scene('buy-limits', amount('5', 'onramp_amount_limits')),
  scene('buy-one', { pricing: { ...b.offers, quotes: b.offers.quotes.slice(0, 1) } }),
  scene('buy-refusals', {
    pricing: {
      ...b.offers,
      quotes: b.offers.quotes.slice(0, 1),
      refusals: [refusal(b.ember, 'onramp_amount_limits'), refusal(b.quill, 'onramp_provider_unavailable')],
    },
  }),
  scene('buy-refused', {
    pricing: {
      ...b.noOffers,
      status: 'ready',
      refusals: [refusal(b.sandbox, 'onramp_sold_out'), refusal(b.ember, 'onramp_asset_unsupported')],
    },
  }),
  scene('buy-stale', { pricing: { ...b.offers, status: 'failed', error: problem('network_request_failed') } }),
  scene('buy-failed', { pricing: { ...b.noOffers, status: 'failed', error: problem('upstream_unavailable') } }),
  scene('buy-sample', b.sampled),
  scene('buy-sample-none', { ...b.sampled, form: b.form, pricing: { ...b.sampled.pricing, quotes: [] } }),
  scene('buy-age', { options: { ...b.buying.options, value: { ...b.onrampOptions, minimumAge: 18 } } }),
  scene('buy-order-issue', { issues: [{ field: 'order', ...problem('onramp_daily_limit') }] }),
  scene('buy-starting', { starting: 'quote-sandbox' }),
  scene('buy-disconnected', {}, [form], { connection: f.disconnected }),
  scene('buy-other-family', { form: { ...b.form, asset: b.assets[3] } }),
  scene('buy-down', failed('network_request_failed')),
  scene('buy-country', failed('onramp_country_blocked')),
  scene('buy-missing', failed('onramp_unavailable')),
  scene('buy-missing-progress', { ...failed('onramp_unavailable') }, [progress]),
  scene('buy-token', {}, [home, form, token]),
  scene('buy-token-loading', unread, [home, form, token]),
  scene('buy-fiat', {}, [home, form, fiat]),
  ...(Object.keys(b.orders) as (keyof typeof b.orders)[]).map(followed),
  scene('buy-order-stale', entry('paid', true), [home, progress]),
  { ...scene('buy-order-slow', entry('waiting'), [home, progress]), waitMs: 10_500 },
  scene('buy-order-unread', { orders: [{ id: b.order.id, order: undefined, isStale: true }] }, [home, progress]),
  scene('buy-under-way', entry('processing'), [home]),
  scene('buy-under-way-failed', entry('undelivered'), [home]),
  scene('buy-account-many', {}, [home], {
    connection: connectedWithMany,
    config: { networks: families },
    networks: { networks: families, active: families[0] },
  }),
]
