import { createAccounts } from './accounts/createAccounts.ts'
import type { Services } from './app.ts'
import { createBitcoinRpc } from './bitcoin/createBitcoinRpc.ts'
import { createSources } from './createSources.ts'
import { openChannelRelay } from './farcaster/openChannelRelay.ts'
import { createMarketService } from './markets/createMarketService.ts'
import { createMe } from './me/createMe.ts'
import { createNames } from './names/createNames.ts'
import { createOnramp } from './onramp/createOnramp.ts'
import { createOrderHistory } from './onramp/history/createOrderHistory.ts'
import { followOrders } from './onramp/orders/followOrders.ts'
import type { Context } from './platform/context.ts'
import { createPriceService } from './prices/createPriceService.ts'
import { createRealtimeHub } from './realtime/createRealtimeHub.ts'
import { openRelay } from './relay/openRelay.ts'
import { createRpcService } from './rpc/createRpcService.ts'
import { createSiwx } from './siwx/createSiwx.ts'
import { createSmartAccounts } from './smartAccounts/createSmartAccounts.ts'
import { createSwapService } from './swap/createSwapService.ts'
import { createTreasury } from './treasury/createTreasury.ts'

/** Creates the services for the wallet's origin in a separate process. They stop with the context's shutdown. */
export async function createWalletProcessServices({
  context,
}: {
  context: Context
}): Promise<Pick<Services, 'rpc' | 'accounts' | 'channels' | 'smartAccounts'>> {
  const rpc = createRpc(context)
  const accounts = await createAccounts(context, { rpc, sources: createSources({ context, rpc }) })
  const channels = await openChannelRelay({ context })
  const smartAccounts = await createSmartAccounts({ context, rpc, balances: accounts.balances })
  return { rpc, accounts, channels, smartAccounts }
}

/** Creates the services for the routes. They stop with the context's shutdown. */
export async function createServices({ context }: { context: Context }): Promise<Services> {
  const rpc = createRpc(context)
  const sources = createSources({ context, rpc })
  // Caches receive an announcement before the stream, so that a page that reads again gets the new values.
  const orders = context.config.onramp && createOrderHistory({ context })
  const accounts = await createAccounts(context, { rpc, sources, orders })
  if (orders) await followOrders({ context, onChange: accounts.histories.expire, onGap: accounts.histories.forget })
  const prices = await createPriceService(context, { sources })
  const markets = await createMarketService(context)
  const names = await createNames({ context, rpc })
  const swap = await createSwapService(context, { rpc, prices })
  const hub = await createRealtimeHub({ context, follow: accounts.following.follow })
  const relay = await openRelay({ context })
  const channels = await openChannelRelay({ context })
  const smartAccounts = await createSmartAccounts({ context, rpc, balances: accounts.balances })
  const treasury = await createTreasury({ context, rpc })
  const onramp = createOnramp({ context, prices, treasury })
  const siwx = await createSiwx({ context, rpc })
  const me = siwx && createMe({ context, siwx: siwx.service, onramp })
  return {
    rpc,
    accounts,
    prices,
    markets,
    names,
    swap,
    hub,
    relay,
    channels,
    smartAccounts,
    treasury,
    onramp,
    siwx,
    me,
  }
}

function createRpc(context: Context) {
  return createRpcService({ context, own: ({ chain, metrics }) => createBitcoinRpc({ chain, context, metrics }) })
}
