import { isEvmAddress, nativeEvmAddress, nativeSolanaAddress, parseAccountId } from '@latchkey/protocol'
import { type createOnrampUrl, type EndpointInput, splitAccountReference } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { CatalogAsset } from '../options/Catalog.ts'
import type { Catalogs } from '../options/createCatalogs.ts'
import { findAsset, isNetwork } from '../options/readReference.ts'
import type { Quotes } from '../quotes/createQuotes.ts'
import type { QuoteRow } from './orderStore.ts'
import { quoteCryptoAmount } from './quoteCryptoAmount.ts'

/** Default payment in USD. */
const usualAmount = '100'

/**
 * Finds the quote of an order: the named one, or a new one.
 *
 * @throws LatchkeyError `onramp_quote_expired` if the named quote is unknown, and the codes of quotes
 */
export async function pickOffer({
  quotes,
  catalogs,
  projectId,
  request: { destinationWallets, quoteId, defaultNetwork, presetFiatAmount, presetCryptoAmount },
  country,
}: {
  quotes: Quotes
  catalogs: Catalogs
  projectId: string
  request: EndpointInput<typeof createOnrampUrl>['body']
  country: string | undefined
}): Promise<{ quote: QuoteRow; address: string }> {
  const [wallet] = destinationWallets
  if (!wallet) throw new ServiceError('invalid_body', { field: 'destinationWallets' })
  const { address, chainId } = splitAccountReference(wallet.address)
  if (quoteId !== undefined) {
    const quote = await quotes.find({ id: quoteId, projectId })
    if (!quote) throw new ServiceError('onramp_quote_expired', { field: 'quoteId' })
    return { quote, address }
  }
  const named = defaultNetwork ?? chainId
  const asset = pickAsset({
    assets: (await catalogs.read({ country })).flatMap(({ assets }) => assets),
    address,
    networks: named === undefined ? wallet.blockchains : [named],
    currencies: wallet.assets ?? [],
  })
  if (!asset) throw new ServiceError('onramp_asset_unsupported', { field: 'destinationWallets' })
  const best = (amount: string) =>
    quotes.best({
      ...{ projectId, country },
      request: { purchaseCurrency: asset.id, paymentCurrency: 'USD', amount, network: asset.chainId },
    })
  const { quoteId: id } =
    presetFiatAmount === undefined && presetCryptoAmount !== undefined
      ? await quoteCryptoAmount({ amount: presetCryptoAmount, decimals: asset.decimals, first: usualAmount, best })
      : await best(
          typeof presetFiatAmount === 'number' ? presetFiatAmount.toFixed(2) : (presetFiatAmount ?? usualAmount),
        )
  const quote = await quotes.find({ id, projectId })
  if (!quote) throw new Error('A new quote was not found')
  return { quote, address }
}

/** Picks the token: the first of the named currencies that is for sale, else the native token of the network. */
function pickAsset({
  assets,
  address,
  networks,
  currencies,
}: {
  assets: readonly CatalogAsset[]
  address: string
  /** Undefined means any network of the address's family. */
  networks: readonly string[] | undefined
  currencies: readonly string[]
}): CatalogAsset | undefined {
  const isEvm = isEvmAddress(address)
  const here = assets
    .filter(({ chainId }) => chainId.startsWith('eip155:') === isEvm)
    .filter((asset) => !networks || networks.length === 0 || networks.some((network) => isNetwork(asset, network)))
  if (currencies.length > 0)
    return currencies.flatMap((currency) => findAsset(here, { currency, network: undefined }) ?? [])[0]
  const natives: readonly string[] = [nativeEvmAddress, nativeSolanaAddress]
  return here.find(({ id }) => natives.includes(parseAccountId(id).address)) ?? here[0]
}
