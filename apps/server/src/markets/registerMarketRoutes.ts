import { getCandles, getHolders, getToken, getTrades } from '@latchkey/protocol/api'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import type { MarketService } from './createMarketService.ts'

/** Registers `/v1/tokens/{address}` and its candles, trades and holders. */
export function registerMarketRoutes({ app, markets }: { app: App; markets: MarketService }): void {
  registerEndpoint(app, getToken, ({ params }) => markets.token(params.address))
  registerEndpoint(app, getCandles, ({ params, query }) =>
    markets.candles({
      address: params.address,
      interval: query.interval,
      from: query.from === undefined ? undefined : Number(query.from),
      to: query.to === undefined ? undefined : Number(query.to),
    }),
  )
  registerEndpoint(app, getTrades, ({ params, query }) =>
    markets.trades({ address: params.address, cursor: query.cursor }),
  )
  registerEndpoint(app, getHolders, ({ params, query }) =>
    markets.holders({ address: params.address, cursor: query.cursor }),
  )
}
