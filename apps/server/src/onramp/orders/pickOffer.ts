import { isEvmAddress, nativeEvmAddress, nativeSolanaAddress, parseAccountId } from '@latchkey/protocol'
import type { createOnrampUrl, EndpointInput } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Catalogues } from '../options/createCatalogues.ts'
import { findAsset, isNetwork } from '../options/readReference.ts'
import type { Quotes } from '../quotes/createQuotes.ts'
import type { QuoteRow } from './orderStore.ts'

/** What is paid where nothing says how much, in usd. */
const usualAmount = '100'

/**
 * Finds the offer that an order is made of: the one that is named, or one that is made on the spot.
 *
 * @throws LatchkeyError `onramp_quote_expired` for an offer that nobody knows; what quotes throw
 */
export async function pickOffer({
  quotes,
  catalogues,
  projectId,
  request: { destinationWallets, quoteId, defaultNetwork, presetFiatAmount },
  country,
}: {
  quotes: Quotes
  catalogues: Catalogues
  projectId: string
  request: EndpointInput<typeof createOnrampUrl>['body']
  country: string | undefined
}): Promise<{ quote: QuoteRow; address: string }> {
  const [wallet] = destinationWallets
  if (!wallet) throw new ServiceError('invalid_body', { field: 'destinationWallets' })
  const { address } = wallet
  if (quoteId !== undefined) {
    const quote = await quotes.find({ id: quoteId, projectId })
    if (!quote) throw new ServiceError('onramp_quote_expired', { field: 'quoteId' })
    return { quote, address }
  }
  const isEvm = isEvmAddress(address)
  const all = (await catalogues.read({ country })).flatMap(({ assets }) => assets)
  const own = all.filter(({ chainId }) => chainId.startsWith('eip155:') === isEvm)
  const network = defaultNetwork ?? wallet.blockchains?.[0]
  const here = own.filter(({ chainId }) => network === undefined || isNetwork(chainId, network))
  const [currency] = wallet.assets ?? []
  const coin = here.find(({ id }) => [nativeEvmAddress, nativeSolanaAddress].includes(parseAccountId(id).address))
  const asset = currency === undefined ? (coin ?? here[0]) : findAsset(here, { currency, network: undefined })
  if (!asset) throw new ServiceError('onramp_asset_unsupported', { field: 'destinationWallets' })
  const { quoteId: id } = await quotes.best({
    projectId,
    country,
    request: {
      purchaseCurrency: asset.id,
      paymentCurrency: 'USD',
      amount: typeof presetFiatAmount === 'number' ? presetFiatAmount.toFixed(2) : (presetFiatAmount ?? usualAmount),
      network: asset.chainId,
    },
  })
  const quote = await quotes.find({ id, projectId })
  if (!quote) throw new Error('An offer that was just made is gone')
  return { quote, address }
}
