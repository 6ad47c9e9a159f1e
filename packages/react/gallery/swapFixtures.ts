import type { SwapForm, SwapPreview, SwapQuote, SwapState, SwapToken } from '@latchkey/core'
import { toAccountId } from '@latchkey/protocol'
import type { Balance, Quote, RoutePart } from '@latchkey/protocol/api'
import { ether, galleryNow, localOne, me, tokens as owned } from './fixtures.ts'
import { tokenPictures } from './pictures.ts'

const chainId = localOne.caipNetworkId
const native = toAccountId({ chainId, address: `0x${'ee'.repeat(20)}` })

function toSwapToken(balance: Balance): SwapToken {
  return {
    name: balance.name,
    symbol: balance.symbol,
    address: (balance.address as typeof native | undefined) ?? native,
    decimals: Number(balance.quantity.decimals),
    logoUri: balance.iconUrl,
    eip2612: balance.symbol === 'BRASS',
    price: balance.price,
    listed: true,
    balance: balance.quantity.numeric,
  }
}

function unowned(symbol: string, name: string, price: number | null, listed: boolean): SwapToken {
  const address = `0x${[...`${symbol}${name}`]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padEnd(40, '1')
    .slice(0, 40)}`
  return {
    ...{ name, symbol, decimals: 18, logoUri: null, eip2612: false, price, listed, balance: undefined },
    address: toAccountId({ chainId, address }),
  }
}

/** Tokens on both sides of a swap. */
export const [etherToken, brassToken, dollarToken, , tollToken] = owned.map(toSwapToken) as [
  SwapToken,
  SwapToken,
  SwapToken,
  SwapToken,
  SwapToken,
]
const wrapped: SwapToken = { ...unowned('WETH', 'Wrapped Ether', 2451.3, true), logoUri: tokenPictures.ether }

export const swapTokens: readonly SwapToken[] = [
  ...owned.map(toSwapToken),
  wrapped,
  unowned('LANT', 'Lantern', 3.2, true),
  unowned('USDX', 'Example Dollar', 1, false),
  unowned('MOON', 'Moon Promise', null, false),
]

const hop = (source: string, fee: number | null, from: SwapToken, to: SwapToken): RoutePart['hops'][number] => ({
  ...{ source, fee, from: from.address, to: to.address },
  pool: toAccountId({ chainId, address: `0x${'9c'.repeat(20)}` }),
})

/** A route of one part through one pool. */
export const straight: readonly RoutePart[] = [
  {
    share: 1,
    amountIn: '420500000',
    amountOut: '4987201340000000000000',
    hops: [hop('uniswap-v3', 3000, dollarToken, brassToken)],
  },
]

/** A route of three parts, with up to three pools each. */
export const split: readonly RoutePart[] = [
  { ...{ share: 0.55, amountIn: '1', amountOut: '1' }, hops: [hop('uniswap-v3', 3000, dollarToken, brassToken)] },
  {
    ...{ share: 0.3, amountIn: '1', amountOut: '1' },
    hops: [hop('uniswap-v3', 500, dollarToken, wrapped), hop('uniswap-v2', 3000, wrapped, brassToken)],
  },
  {
    ...{ share: 0.15, amountIn: '1', amountOut: '1' },
    hops: [
      hop('uniswap-v3', 100, dollarToken, tollToken),
      hop('uniswap-v2', 3000, tollToken, wrapped),
      hop('uniswap-v3', 10_000, wrapped, brassToken),
    ],
  },
]

export const quote: Quote = {
  id: 'q1',
  fromAmount: '420500000',
  fromAccount: dollarToken.address,
  toAmount: '4987201340000000000000',
  toAccount: brassToken.address,
  provider: 'latchkey',
  route: [...split],
  priceImpact: 0.0031,
  poolFee: 0.0038,
  transferFees: { from: 0, to: 0 },
  gas: '284000',
  gasPrice: '1500000000',
  spender: toAccountId({ chainId, address: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45' }),
  block: 120,
  validUntil: new Date(galleryNow + 30_000).toISOString(),
}

export const noQuote: SwapQuote = {
  ...{ status: 'idle', quote: undefined, toAmountText: undefined, rate: undefined, updatedAt: undefined },
  error: undefined,
}

/** The quote for {@link filled}. */
export const priced: SwapQuote = {
  ...{ status: 'ready', quote, toAmountText: '4987.20134', rate: 11.8601696, updatedAt: galleryNow - 3000 },
  error: undefined,
}

/** The initial form. */
export const empty: SwapForm = { from: etherToken, to: undefined, amount: '', slippage: 1 }
/** A swap of dollars for brass. */
export const filled: SwapForm = { from: dollarToken, to: brassToken, amount: '420.5', slippage: 1 }

export const swapPreview: SwapPreview = {
  chainId,
  account: me,
  from: dollarToken,
  to: brassToken,
  quote,
  fromAmount: 420_500_000n,
  fromAmountText: '420.5',
  toAmount: 4_987_201_340_000_000_000_000n,
  toAmountText: '4987.20134',
  minimum: 4_937_329_326_600_000_000_000n,
  minimumText: '4937.3293266',
  slippage: 1,
  fromValue: 420.58,
  toValue: 419.42,
  impact: 'fine',
  steps: ['approve', 'swap'],
  spender: quote.spender ?? undefined,
  call: undefined,
  deadline: Math.floor(galleryNow / 1000) + 1200,
  networkCostText: '0.000501',
  networkCostValue: 1.23,
  nativeSymbol: ether.symbol,
}

/** Makes a state of the form. */
export function editing(form: SwapForm, pricing: SwapQuote = noQuote, issues: SwapState['issues'] = []): SwapState {
  return { status: 'editing', form, pricing, issues }
}
