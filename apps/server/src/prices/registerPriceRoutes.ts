import { getFungiblePrice } from '@latchkey/protocol/api'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import type { PriceService } from './createPriceService.ts'

/** Registers `/v1/fungible/price`. */
export function registerPriceRoutes({ app, prices }: { app: App; prices: PriceService }): void {
  registerEndpoint(app, getFungiblePrice, async ({ body }, { header }) => {
    const { response, stale } = await prices.read({ addresses: body.addresses })
    if (stale > 0) header('x-stale', String(stale))
    return response
  })
}
