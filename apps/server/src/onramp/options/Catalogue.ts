import type { ChainId } from '@latchkey/protocol'
import type { PaymentCurrency } from '@latchkey/protocol/api'
import type { OnrampProvider } from '../providers/OnrampProvider.ts'
import type { OfferAsset } from '../schema.ts'

/** A token that can be bought, on one network of this server. */
export type CatalogueAsset = OfferAsset & {
  chainId: ChainId
  networkName: string
}

/** What one provider sells here, within the limits of the configuration. */
export type Catalogue = {
  provider: OnrampProvider
  paymentCurrencies: readonly PaymentCurrency[]
  assets: readonly CatalogueAsset[]
}
