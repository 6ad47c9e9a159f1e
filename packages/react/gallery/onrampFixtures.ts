import type { OnrampAsset, OnrampForm, OnrampOptionsState, OnrampPricing, OnrampState } from '@latchkey/core'
import { toAccountId } from '@latchkey/protocol'
import type { OnrampOptions, OnrampProviderInfo, OnrampQuote, Order } from '@latchkey/protocol/api'
import { allFamilies, galleryNow, localOne, localTwo, me, sentHash } from './fixtures.ts'
import { tokenPictures } from './pictures.ts'

const native = (chainId: typeof localOne.caipNetworkId) => toAccountId({ chainId, address: `0x${'ee'.repeat(20)}` })
const solana = allFamilies[3] ?? localOne

const ether: OnrampAsset = {
  ...{ id: native(localOne.caipNetworkId), chainId: localOne.caipNetworkId, networkName: localOne.name },
  ...{ name: 'Ether', symbol: 'ETH', decimals: 18, iconUrl: tokenPictures.ether },
}
const dollar: OnrampAsset = {
  ...ether,
  id: toAccountId({ chainId: localOne.caipNetworkId, address: `0x${'5d'.repeat(20)}` }),
  ...{ name: 'Example Dollar', symbol: 'USDX', decimals: 6, iconUrl: tokenPictures.dollar },
}
/** Tokens that can be bought, those of the active network first. */
export const assets: readonly OnrampAsset[] = [
  ether,
  dollar,
  { ...ether, id: native(localTwo.caipNetworkId), chainId: localTwo.caipNetworkId, networkName: localTwo.name },
  {
    ...ether,
    id: toAccountId({ chainId: solana.caipNetworkId, address: 'So11111111111111111111111111111111111111112' }),
    ...{ chainId: solana.caipNetworkId, networkName: solana.name, name: 'Sol', symbol: 'SOL', decimals: 9 },
    iconUrl: null,
  },
]

export const sandbox: OnrampProviderInfo = { id: 'sandbox', name: 'Harbor Pay', isSandbox: true }
export const ember: OnrampProviderInfo = { id: 'ember', name: 'Ember', isSandbox: false }
export const quill: OnrampProviderInfo = { id: 'quill', name: 'Quill', isSandbox: false }

const card = { id: 'card', min: '10.00', max: '7500.00' } as const
const bank = { id: 'ach_bank_account', min: '10.00', max: '25000.00' } as const
export const onrampOptions: OnrampOptions = {
  paymentCurrencies: [
    { id: 'USD', payment_method_limits: [card, bank] },
    { id: 'EUR', payment_method_limits: [{ ...card, min: '9.00', max: '6900.00' }] },
    ...['GBP', 'CHF', 'JPY', 'BRL', 'PLN'].map((id) => ({ id, payment_method_limits: [card] })),
  ],
  purchaseCurrencies: [],
  providers: [sandbox, ember],
  minimumAge: null,
}

const usd = (amount: string) => ({ amount, currency: 'USD' })
/** A quote for 100 dollars. */
export function quoteOf(provider: OnrampProviderInfo, given: string, fee: string, asset = ether): OnrampQuote {
  const networkFee = '0.35'
  return {
    coinbaseFee: usd(fee),
    networkFee: usd(networkFee),
    paymentSubtotal: usd((100 - Number(fee) - Number(networkFee)).toFixed(2)),
    paymentTotal: usd('100.00'),
    purchaseAmount: { amount: given, currency: asset.symbol },
    quoteId: `quote-${provider.id}`,
    provider,
    paymentMethod: 'card',
    network: asset.chainId,
    asset: asset.id,
    validUntil: new Date(galleryNow + 48_000).toISOString(),
  }
}

const ready: OnrampOptionsState = { status: 'ready', value: onrampOptions, isSample: false, error: undefined }
const noPricing: OnrampPricing = { status: 'idle', quotes: [], refusals: [], isSample: false, error: undefined }
export const offers: OnrampPricing = {
  ...noPricing,
  status: 'ready',
  quotes: [quoteOf(sandbox, '0.0398472013459823', '1.99'), quoteOf(ember, '0.0391204417320056', '3.75')],
}
export const form: OnrampForm = { asset: ether, currency: 'USD', method: 'card', amount: '100' }

/** The form to buy ether for 100 dollars, with two quotes. */
export const buying: OnrampState = {
  ...{ form, issues: [], options: ready, pricing: offers, starting: undefined, orders: [] },
}
/** The server did not answer: the specification's samples. */
export const sampled: OnrampState = {
  ...buying,
  form: { ...form, asset: dollar },
  options: { ...ready, status: 'failed', isSample: true },
  pricing: {
    ...{ ...noPricing, status: 'ready', isSample: true },
    quotes: [quoteOf({ id: 'sample', name: 'Sample', isSandbox: true }, '100', '0.00', dollar)],
  },
}
export const noOffers = noPricing

/** An order that waits for its payment. */
export const order: Order = {
  ...{ id: '0'.repeat(32), state: 'created', payment: 'waiting', reason: null, refund: 'none' },
  ...{ provider: sandbox, paymentMethod: 'card', network: localOne.caipNetworkId },
  asset: { id: ether.id, name: ether.name, symbol: ether.symbol, decimals: 18, iconUrl: ether.iconUrl },
  address: me,
  coinbaseFee: usd('1.99'),
  networkFee: usd('0.35'),
  paymentSubtotal: usd('97.66'),
  paymentTotal: usd('100.00'),
  purchaseAmount: { amount: '0.0398472013459823', currency: 'ETH' },
  url: 'https://pay.example/checkout',
  hash: null,
  createdAt: new Date(galleryNow - 40_000).toISOString(),
  updatedAt: new Date(galleryNow - 30_000).toISOString(),
  expiresAt: new Date(galleryNow + 860_000).toISOString(),
  paidAt: null,
  endedAt: null,
}

const over = { url: null, endedAt: new Date(galleryNow - 10_000).toISOString() }
const paid = { payment: 'paid', url: null, paidAt: new Date(galleryNow - 20_000).toISOString() } as const
const back = { ...paid, ...over, refund: 'done', state: 'refunded', payment: 'refunded' } as const
/** Orders in every state, by the scene's name. */
export const orders = {
  waiting: order,
  declined: { ...order, payment: 'declined' },
  'declined-account': { ...order, payment: 'declined', paymentMethod: 'ach_bank_account' },
  processing: { ...order, payment: 'processing' },
  paid: { ...order, ...paid, state: 'paid' },
  sent: { ...order, ...paid, state: 'delivering', hash: sentHash },
  delivered: { ...order, ...paid, ...over, state: 'delivered', hash: sentHash },
  cancelled: { ...order, ...over, state: 'failed', payment: 'ended', reason: 'cancelled' },
  expired: { ...order, ...over, state: 'failed', payment: 'ended', reason: 'expired' },
  refused: { ...order, ...over, state: 'failed', payment: 'ended', reason: 'declined' },
  undelivered: {
    ...order,
    ...paid,
    state: 'failed',
    payment: 'refunding',
    reason: 'delivery_failed',
    refund: 'pending',
  },
  late: { ...order, ...paid, state: 'failed', payment: 'refunding', reason: 'paid_late', refund: 'pending' },
  otherwise: { ...order, ...back, reason: 'paid_otherwise' },
  refunded: { ...order, ...back, reason: 'delivery_failed' },
  returned: { ...order, ...back, reason: 'payment_returned' },
} as const satisfies Record<string, Order>
