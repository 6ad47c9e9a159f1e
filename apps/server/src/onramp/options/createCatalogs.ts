import { parseAccountId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { createCache } from '../../platform/cache/createCache.ts'
import type { OnrampConfig } from '../../platform/config/onrampConfig.ts'
import type { Context } from '../../platform/context.ts'
import type { PriceService } from '../../prices/createPriceService.ts'
import type { CardProcessor, OnrampProvider, Seller } from '../providers/OnrampProvider.ts'
import { waitForProvider } from '../providers/waitForProvider.ts'
import type { Catalog, CatalogAsset } from './Catalog.ts'
import { limitCurrencies } from './limitCurrencies.ts'

/** Reads the catalogs of the providers. */
export type Catalogs = {
  /**
   * Returns the catalog of each provider for a country. Providers that do not respond are left out.
   *
   * @throws LatchkeyError `onramp_provider_unavailable` if none responds, `onramp_country_blocked` if all refuse the country
   */
  read: (options: { country: string | undefined }) => Promise<readonly Catalog[]>
}

/** Seconds for which a seller's options are cached, and for which old ones are used if the seller does not respond. */
const ttl = 300
const staleFor = 3600

export function createCatalogs({
  context: { clock, config: server, log },
  config,
  providers,
  prices,
  patience,
}: {
  context: Pick<Context, 'clock' | 'config' | 'log'>
  config: OnrampConfig
  providers: readonly OnrampProvider[]
  prices: PriceService
  /** Timeout of a provider in milliseconds. */
  patience: number
}): Catalogs {
  const cache = createCache<Awaited<ReturnType<Seller['readOptions']>>>({ clock, ttl, staleFor })
  const networks = new Map(server.chains.map(({ chainId, name }) => [chainId, name]))

  /** Reads the treasury's tokens by network. If a network fails, only its own tokens are missing. */
  const readStock = async (): Promise<CatalogAsset[]> => {
    const assets = config.treasury?.assets ?? []
    const chainIds = [...new Set(assets.map((id) => parseAccountId(id).chainId))]
    const found = await Promise.all(
      chainIds.map(async (chainId) => {
        const addresses = assets.filter((id) => parseAccountId(id).chainId === chainId)
        const { response } = await prices.read({ addresses }).catch((error: unknown) => {
          log.warn({ err: error, chain: chainId }, 'Reading treasury tokens failed, leaving out the network')
          return { response: { fungibles: [] } }
        })
        return response.fungibles
          .filter(({ symbol }) => symbol !== '')
          .map(({ address: id, name, symbol, decimals, iconUrl }) => ({
            ...{ id, name, symbol, decimals, iconUrl, chainId },
            networkName: networks.get(chainId) ?? chainId,
          }))
      }),
    )
    return found.flat()
  }

  const ofProcessor = async (provider: CardProcessor): Promise<Catalog> => ({
    provider,
    paymentCurrencies: limitCurrencies(
      config,
      provider.currencies.map((id) => ({
        id,
        payment_method_limits: provider.methods.map((method) => {
          const { min, max } = config.limits[method]
          return { id: method, min, max }
        }),
      })),
    ),
    assets: await readStock(),
  })

  const ofSeller = async (provider: Seller, country: string | undefined): Promise<Catalog> => {
    const load = () => waitForProvider(provider.readOptions({ country }), patience)
    const { value } = await cache.read({ key: `${provider.info.id} ${country ?? ''}`, load })
    return {
      provider,
      paymentCurrencies: limitCurrencies(config, value.paymentCurrencies),
      assets: value.purchaseCurrencies.flatMap(({ name, symbol, icon_url, networks: offered }) =>
        offered.flatMap(({ name: chainId, asset: id, decimals }) => {
          const networkName = networks.get(chainId)
          return networkName === undefined
            ? []
            : [{ ...{ id, name, symbol, decimals, chainId, networkName }, iconUrl: icon_url }]
        }),
      ),
    }
  }

  return {
    read: async ({ country }) => {
      const settled = await Promise.allSettled(
        providers.map((one) => (one.deliversItself ? ofSeller(one, country) : ofProcessor(one))),
      )
      const found = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      if (found.length > 0) return found
      const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      const isBlocked = reasons.every((one) => one instanceof ServiceError && one.code === 'onramp_country_blocked')
      throw isBlocked ? reasons[0] : new ServiceError('onramp_provider_unavailable')
    },
  }
}
