import type { AccountId, ChainId, PaymentMethod } from '@latchkey/protocol'
import { parseChainId } from '@latchkey/protocol'
import type { PaymentCurrency, PurchaseCurrency } from '@latchkey/protocol/api'
import { split } from '../../../platform/split.ts'
import { toAsset, toChainId } from './coinbaseNetworks.ts'
import type { CoinbaseOptions } from './coinbaseSchemas.ts'

/** Coinbase's names of the offered payment methods. The others (Apple Pay, a balance, …) are only available on its own page. */
export const coinbaseMethods: Readonly<Record<PaymentMethod, string>> = {
  card: 'CARD',
  ach_bank_account: 'ACH_BANK_ACCOUNT',
}

/** Coinbase sells several hundred tokens. Limit the number of concurrent reads. */
const atOnce = 20

/** A token that Coinbase sells, with its names in Coinbase's API. */
type CoinbaseAsset = { currency: string; symbol: string; network: string; chainId: ChainId }

/** Options of Coinbase in a country. */
export type Offered = {
  paymentCurrencies: readonly PaymentCurrency[]
  purchaseCurrencies: readonly PurchaseCurrency[]
  /** By CAIP-10. */
  assets: Readonly<Record<AccountId, CoinbaseAsset>>
}

/**
 * Returns Coinbase's options in the terms of the kit's API: networks as CAIP-2, tokens as CAIP-10.
 *
 * @param options.decimalsOf returns undefined for a token or network that this server does not have; such tokens are left out
 */
export async function toCoinbaseOptions({
  options,
  decimalsOf,
}: {
  options: CoinbaseOptions
  decimalsOf: (asset: AccountId) => Promise<number | undefined>
}): Promise<Offered> {
  const paymentCurrencies = options.payment_currencies.flatMap(({ id, limits, payment_method_limits: others }) => {
    const known = (limits ?? others ?? []).flatMap((limit) => {
      const method = toMethod(limit.id)
      return method ? [{ ...limit, id: method }] : []
    })
    return known.length > 0 ? [{ id, payment_method_limits: known }] : []
  })
  const assets: Record<AccountId, CoinbaseAsset> = {}
  const translate = async ({
    id,
    name,
    symbol,
    icon_url: iconUrl,
    networks,
  }: CoinbaseOptions['purchase_currencies'][0]) => {
    const known = await Promise.all(
      networks.map(async (network) => {
        const chainId = toChainId({ name: network.name, id: network.chain_id })
        const contract = network.contract_address ?? ''
        const asset = chainId && toAsset({ chainId, contract })
        // A network that does not respond removes only its own tokens from the list.
        const decimals = asset && (await decimalsOf(asset).catch(() => undefined))
        if (!asset || decimals === undefined || assets[asset]) return []
        assets[asset] = { currency: id, symbol, network: network.name, chainId }
        return [
          {
            name: chainId,
            display_name: network.display_name,
            chain_id: parseChainId(chainId).reference,
            contract_address: contract,
            asset,
            decimals,
          },
        ]
      }),
    )
    return { id: symbol, name, symbol, icon_url: iconUrl ?? null, networks: known.flat() }
  }
  const purchaseCurrencies: PurchaseCurrency[] = []
  for (const some of split(options.purchase_currencies, atOnce)) {
    const translated = await Promise.all(some.map(translate))
    purchaseCurrencies.push(...translated.filter(({ networks }) => networks.length > 0))
  }
  return { paymentCurrencies, purchaseCurrencies, assets }
}

function toMethod(id: string): PaymentMethod | undefined {
  const name = id.toUpperCase()
  return (Object.keys(coinbaseMethods) as PaymentMethod[]).find((method) => coinbaseMethods[method] === name)
}
