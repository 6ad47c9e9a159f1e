import { createAccounts } from './accounts/createAccounts.ts'
import type { Services } from './app.ts'
import { createBitcoinRpc } from './bitcoin/createBitcoinRpc.ts'
import { createConvertService } from './convert/createConvertService.ts'
import { createSources } from './createSources.ts'
import { openChannelRelay } from './farcaster/openChannelRelay.ts'
import { createMarketService } from './markets/createMarketService.ts'
import { createNames } from './names/createNames.ts'
import type { Context } from './platform/context.ts'
import { createPriceService } from './prices/createPriceService.ts'
import { createRealtimeHub } from './realtime/createRealtimeHub.ts'
import { openRelay } from './relay/openRelay.ts'
import { createRpcService } from './rpc/createRpcService.ts'
import { createSmartAccounts } from './smartAccounts/createSmartAccounts.ts'

/** Creates the services that the routes call; they end with the context's shutdown. */
export async function createServices({ context }: { context: Context }): Promise<Services> {
  const rpc = createRpcService({
    context,
    own: ({ chain, metrics }) => createBitcoinRpc({ chain, context, metrics }),
  })
  const sources = createSources({ context, rpc })
  // What remembers answers hears an announcement before the stream does, so that whoever asks again gets the news.
  const accounts = await createAccounts(context, { rpc, sources })
  const prices = await createPriceService(context, { sources })
  const markets = await createMarketService(context)
  const names = await createNames({ context, rpc })
  const convert = await createConvertService(context, { rpc, prices })
  const hub = await createRealtimeHub({ context, follow: accounts.following.follow })
  const relay = await openRelay({ context })
  const channels = await openChannelRelay({ context })
  const smartAccounts = await createSmartAccounts({ context, rpc, balances: accounts.balances })
  return { rpc, accounts, prices, markets, names, convert, hub, relay, channels, smartAccounts }
}
