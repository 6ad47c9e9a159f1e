import { nativeEvmAddress, nativeSolanaAddress, parseAccountId, parseChainId } from '@latchkey/protocol'
import type { OnrampOptions, PaymentCurrency, PurchaseCurrency } from '@latchkey/protocol/api'
import { toCents } from '../quotes/cents.ts'
import type { Catalog } from './Catalog.ts'

/** Merges the catalogs of all providers: every token once, every currency with its widest limits. */
export function mergeCatalogs(
  catalogs: readonly Catalog[],
): Pick<OnrampOptions, 'paymentCurrencies' | 'purchaseCurrencies' | 'providers'> {
  const purchases = new Map<string, PurchaseCurrency>()
  for (const { id, name, symbol, decimals, iconUrl, chainId, networkName } of catalogs.flatMap((one) => one.assets)) {
    const known = purchases.get(symbol.toUpperCase())
    const currency = known ?? { id: symbol, name, symbol, icon_url: iconUrl, networks: [] }
    if (!known) purchases.set(symbol.toUpperCase(), currency)
    if (currency.networks.some((network) => network.asset === id)) continue
    currency.networks.push({
      name: chainId,
      display_name: networkName,
      chain_id: parseChainId(chainId).reference,
      contract_address: contractOf(parseAccountId(id).address),
      ...{ asset: id, decimals },
    })
  }
  const payments = new Map<string, PaymentCurrency>()
  for (const { id, payment_method_limits } of catalogs.flatMap((one) => one.paymentCurrencies)) {
    const currency = payments.get(id) ?? { id, payment_method_limits: [] }
    payments.set(id, currency)
    for (const limits of payment_method_limits) {
      const known = currency.payment_method_limits.find((one) => one.id === limits.id)
      if (!known) {
        currency.payment_method_limits.push({ ...limits })
        continue
      }
      if (isLess(limits.min, known.min)) known.min = limits.min
      if (isLess(known.max, limits.max)) known.max = limits.max
    }
  }
  return {
    paymentCurrencies: [...payments.values()],
    purchaseCurrencies: [...purchases.values()],
    providers: catalogs.map(({ provider }) => provider.info),
  }
}

function contractOf(address: string): string {
  return [nativeEvmAddress, nativeSolanaAddress, 'native'].includes(address) ? '' : address
}

function isLess(a: string, b: string): boolean {
  return (toCents(a) ?? 0n) < (toCents(b) ?? 0n)
}
