import type { Quote, SwappableToken } from '@latchkey/protocol/api'
import type { SwapPreview } from '../swap/SwapFeature.ts'

const account = 'eip155:31337:0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

/** Creates a token of a test's chain. */
const swapTokenOf = (symbol: string, fill: string, change: Partial<SwappableToken> = {}): SwappableToken => ({
  ...{ name: symbol, symbol, address: `eip155:31337:0x${fill.repeat(20)}`, decimals: 18, logoUri: null },
  ...{ eip2612: false, price: 1, listed: true },
  ...change,
})

/** The native token, a dollar and another token of a test's chain. */
export const swapTokens = {
  native: swapTokenOf('ETH', 'ee', { price: 2000 }),
  usd: swapTokenOf('USDX', '05', { decimals: 6 }),
  kit: swapTokenOf('KIT', 'c1'),
} as const

/** Creates a quote of a test's server. */
export const swapQuoteOf = (change: Partial<Quote> = {}): Quote => ({
  ...{ id: 'quote', provider: 'latchkey', route: [], priceImpact: 0.001, poolFee: 0.003, block: 1 },
  ...{ fromAmount: '1000000', fromAccount: swapTokens.usd.address },
  ...{ toAmount: '2000000000000000000', toAccount: swapTokens.kit.address },
  ...{ transferFees: { from: 0, to: 0 }, gas: '120000', gasPrice: '1000000000', spender: account },
  validUntil: new Date(Date.UTC(2026, 10, 20, 0, 0, 30)).toISOString(),
  ...change,
})

/** Creates a preview of a test's swap. */
export const swapPreviewOf = (change: Partial<SwapPreview> = {}): SwapPreview => ({
  ...{ chainId: 'eip155:31337', account: account.slice(13), from: swapTokens.usd, to: swapTokens.kit },
  ...{
    quote: swapQuoteOf(),
    fromAmount: 1_000_000n,
    fromAmountText: '1',
    toAmount: 2n * 10n ** 18n,
    toAmountText: '2',
  },
  ...{ minimum: 198n * 10n ** 16n, minimumText: '1.98', slippage: 1, fromValue: 1, toValue: 2, impact: 'fine' },
  ...{ steps: ['swap'], spender: undefined, call: undefined, deadline: 1, nativeSymbol: 'ETH' },
  ...{ networkCostText: '0.001', networkCostValue: 2 },
  ...change,
})
