import type { SwapPreview, SwapState, ViewEntry } from '@latchkey/core'
import type { ErrorCode } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { FixtureWorld } from './createFixtureLatchkey.ts'
import * as f from './fixtures.ts'
import type { Scene } from './scenes.ts'
import * as s from './swapFixtures.ts'

const home: ViewEntry = { name: 'Account', data: undefined }
const form: ViewEntry = { name: 'Swap', data: undefined }
const review: ViewEntry = { name: 'SwapPreview', data: undefined }
const choose = (side: 'from' | 'to'): ViewEntry => ({ name: 'SwapSelectToken', data: { side } })
const problem = (code: ErrorCode) => ({ code, message: new ServiceError(code).message })

function scene(id: string, swap: SwapState, history: readonly ViewEntry[], world: FixtureWorld = {}): Scene {
  return { id, world: { connection: f.connected, swap, ...world }, history }
}

function shown(id: string, preview: SwapPreview, issues: SwapState['issues'] = [], world: FixtureWorld = {}): Scene {
  return scene(
    id,
    { status: 'preview', form: s.filled, pricing: s.priced, issues, preview },
    [home, form, review],
    world,
  )
}

const done = { form: { ...s.filled, amount: '' }, pricing: s.noQuote, issues: [], preview: s.swapPreview } as const
const handedOver = { ...done, transactionId: 'a'.repeat(32), hash: f.sentHash } as const
const working = { status: 'working', form: s.filled, pricing: s.priced, issues: [], preview: s.swapPreview } as const
const withQuote = (change: Partial<typeof s.quote>): SwapState =>
  s.editing(s.filled, { ...s.priced, quote: { ...s.quote, ...change } })
const failed = (error: Extract<SwapState, { status: 'failed' }>['error'], hash?: `0x${string}`): SwapState => ({
  ...{ ...done, status: 'failed', error, hash },
})

/** Scenes of a swap: the form, the choice of tokens, the review, and the outcome. */
export const swapScenes: readonly Scene[] = [
  scene('swap', s.editing(s.empty), [home, form]),
  scene('swap-loading', s.editing(s.empty), [home, form], { swapTokens: 'never' }),
  scene('swap-quoting', s.editing(s.filled, { ...s.noQuote, status: 'loading' }), [home, form]),
  scene('swap-filled', s.editing(s.filled, s.priced), [home, form]),
  scene('swap-impact', withQuote({ priceImpact: 0.047 }), [home, form]),
  scene('swap-impact-high', withQuote({ priceImpact: 0.183 }), [home, form]),
  scene('swap-unpriced', withQuote({ priceImpact: null, poolFee: null }), [home, form]),
  scene(
    'swap-slippage',
    s.editing({ ...s.filled, slippage: 80 }, s.priced, [{ field: 'slippage', ...problem('slippage_invalid') }]),
    [home, form],
  ),
  scene('swap-short', s.editing({ ...s.filled, amount: '9000.25' }, s.priced), [home, form]),
  scene(
    'swap-no-liquidity',
    s.editing(s.filled, { ...s.noQuote, status: 'failed', error: problem('insufficient_liquidity') }),
    [home, form],
  ),
  scene(
    'swap-stale',
    s.editing(s.filled, {
      ...s.priced,
      status: 'failed',
      updatedAt: f.galleryNow - 70_000,
      error: problem('upstream_unavailable'),
    }),
    [home, form],
  ),
  scene('swap-down', s.editing({ ...s.empty, from: undefined }), [home, form], {
    swapTokens: 'network_request_failed',
  }),
  scene('swap-unsupported', s.editing({ ...s.empty, from: undefined }), [home, form], {
    swapTokens: 'swap_network_unsupported',
  }),
  scene('swap-token', s.editing(s.filled, s.priced), [home, form, choose('to')]),
  scene('swap-token-loading', s.editing(s.empty), [home, form, choose('from')], { swapTokens: 'never' }),
  shown('swap-preview', s.swapPreview),
  shown('swap-preview-fee', {
    ...s.swapPreview,
    quote: { ...s.quote, provider: 'aggregator', route: [...s.straight], transferFees: { from: 0, to: 0.01 } },
    toValue: null,
    steps: ['permit', 'swap'],
  }),
  shown('swap-preview-impact', {
    ...s.swapPreview,
    quote: { ...s.quote, priceImpact: 0.183 },
    impact: 'confirm',
    steps: ['batch'],
  }),
  shown('swap-preview-moved', s.swapPreview, [{ field: 'transaction', ...problem('quote_outdated') }]),
  shown('swap-declined', { ...s.swapPreview, steps: ['swap'] }, [
    { field: 'transaction', ...problem('user_rejected'), approvalStands: true },
  ]),
  scene('swap-approving', { ...working, step: 'approve', waitsFor: 'wallet' }, [home, form, review]),
  scene('swap-approved', { ...working, step: 'approve', waitsFor: 'block' }, [home, form, review]),
  scene(
    'swap-batched',
    { ...working, preview: { ...s.swapPreview, steps: ['batch'] }, step: 'batch', waitsFor: 'block' },
    [home, form, review],
  ),
  scene('swap-signing', { ...working, step: 'swap', waitsFor: 'wallet' }, [home, form, review], {
    config: f.withWallet,
    connection: f.embedded,
    email: f.signedIn,
  }),
  scene('swap-pending', { ...handedOver, status: 'pending', slow: false }, [home, review]),
  scene('swap-slow', { ...handedOver, status: 'pending', slow: true }, [home, review]),
  scene('swap-confirmed', { ...handedOver, status: 'confirmed', received: '4989.00128831' }, [home, review]),
  scene(
    'swap-failed',
    failed({ ...problem('slippage_exceeded'), details: undefined, moneyMoved: 'only-network-cost' }, f.sentHash),
    [home, review],
  ),
  scene('swap-uncertain', failed({ ...problem('wallet_timeout'), details: undefined, moneyMoved: 'unknown' }), [
    home,
    review,
  ]),
  scene('swap-refused', failed({ ...problem('simulation_failed'), details: 'Too little received', moneyMoved: 'no' }), [
    home,
    form,
    review,
  ]),
  { id: 'swap-disconnected', world: {}, history: [{ name: 'Connect', data: undefined }, form] },
  scene('swap-none', s.editing({ ...s.empty, from: undefined }), [home, review]),
]
