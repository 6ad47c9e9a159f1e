import {
  type AccountId,
  type ChainId,
  nativeEvmAddress,
  nativeSolanaAddress,
  paymentMethods,
  sampleCurrencies,
  sampleLimits,
  toAccountId,
} from '@latchkey/protocol'
import type { OnrampOptions, OnrampQuote, PurchaseCurrency } from '@latchkey/protocol/api'
import type { Network } from '../chains/Network.ts'
import type { CheckedOnramp } from './checkOnrampForm.ts'

/** USDC contracts issued by Circle, as CAIP-10: the stablecoin of a sample. */
const dollars: readonly AccountId[] = [
  'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  'eip155:8453:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  'eip155:42161:0xaf88d065e77c8cc2239327c5edb3a432268e5831',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
]

/** Symbols of tokens that are worth a dollar. Only for samples, which cannot be paid. */
const dollarSymbols: readonly string[] = ['USDC', 'USDT', 'USDL', 'USDS', 'PYUSD', 'DAI']

/**
 * Returns the options to show without a server (specification 9): the specification's currencies and limits, with the tokens of the
 * server's last answer or else well-known ones.
 */
export function sampleOptions({
  networks,
  known,
}: {
  networks: readonly Network[]
  /** The server's last answer. */
  known: OnrampOptions | undefined
}): OnrampOptions {
  return {
    paymentCurrencies: sampleCurrencies.map((id) => ({
      id,
      payment_method_limits: paymentMethods.map((method) => ({ id: method, ...sampleLimits[method] })),
    })),
    purchaseCurrencies: known?.purchaseCurrencies ?? knownCurrencies(networks),
    providers: [],
    minimumAge: null,
  }
}

/** Returns a 1:1 quote for dollar tokens; undefined for others, whose price is unknown. */
export function sampleQuote({
  checked: { asset, currency, method, amount },
  now,
}: {
  checked: CheckedOnramp
  /** Unix milliseconds. */
  now: number
}): OnrampQuote | undefined {
  if (currency !== 'USD' || !dollarSymbols.includes(asset.symbol)) return undefined
  const paid = { amount, currency }
  const none = { amount: '0', currency }
  return {
    ...{ coinbaseFee: none, networkFee: none, paymentSubtotal: paid, paymentTotal: paid },
    purchaseAmount: { amount, currency: asset.symbol },
    quoteId: 'sample',
    provider: { id: 'sample', name: 'Sample', isSandbox: true },
    ...{ paymentMethod: method, network: asset.chainId, asset: asset.id, validUntil: new Date(now).toISOString() },
  }
}

function knownCurrencies(networks: readonly Network[]): PurchaseCurrency[] {
  const currencies = new Map<string, PurchaseCurrency>()
  const add = (place: { network: Network; name: string; symbol: string; decimals: number; address: string }) => {
    const { network, name, symbol, decimals, address } = place
    const chainId: ChainId = network.caipNetworkId
    const currency = currencies.get(symbol) ?? { id: symbol, name, symbol, icon_url: null, networks: [] }
    const isNative = address === nativeEvmAddress || address === nativeSolanaAddress
    currencies.set(symbol, {
      ...currency,
      networks: [
        ...currency.networks,
        {
          ...{ name: chainId, display_name: network.name, chain_id: chainId.slice(chainId.indexOf(':') + 1) },
          ...{ contract_address: isNative ? '' : address, asset: toAccountId({ chainId, address }), decimals },
        },
      ],
    })
  }
  for (const network of networks) {
    const { chainNamespace, caipNetworkId, nativeCurrency } = network
    if (chainNamespace === 'bip122') continue
    add({ network, ...nativeCurrency, address: chainNamespace === 'solana' ? nativeSolanaAddress : nativeEvmAddress })
    const dollar = dollars.find((asset) => asset.startsWith(`${caipNetworkId}:`))
    if (dollar)
      add({
        ...{ network, name: 'USD Coin', symbol: 'USDC', decimals: 6 },
        address: dollar.slice(caipNetworkId.length + 1),
      })
  }
  return [...currencies.values()]
}
