import type { ChainId } from '@latchkey/protocol'
import type { PaymentCurrency } from '@latchkey/protocol/api'
import type { OnrampProvider } from '../providers/OnrampProvider.ts'
import type { OfferAsset } from '../schema.ts'

/** A token for sale, on one network of this server. */
export type CatalogAsset = OfferAsset & {
  chainId: ChainId
  networkName: string
}

/** Tokens and currencies of one provider, within the limits of the configuration. */
export type Catalog = {
  provider: OnrampProvider
  paymentCurrencies: readonly PaymentCurrency[]
  assets: readonly CatalogAsset[]
}
