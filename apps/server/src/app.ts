import type { Endpoint } from '@latchkey/protocol/api'
import type { Accounts } from './accounts/createAccounts.ts'
import { registerAccountRoutes } from './accounts/registerAccountRoutes.ts'
import { createDirectory } from './directory/createDirectory.ts'
import { readWalletImages } from './directory/readWalletImages.ts'
import { directoryDocumentation, registerDirectoryRoutes } from './directory/registerDirectoryRoutes.ts'
import type { ChannelRelay } from './farcaster/createChannelRelay.ts'
import { channelDocumentation, registerChannelRoutes } from './farcaster/registerChannelRoutes.ts'
import type { MarketService } from './markets/createMarketService.ts'
import { registerMarketRoutes } from './markets/registerMarketRoutes.ts'
import type { Me } from './me/createMe.ts'
import { registerMeRoutes } from './me/registerMeRoutes.ts'
import type { Names } from './names/createNames.ts'
import { gatewayDocumentation, registerGatewayRoutes } from './names/gateway/registerGatewayRoutes.ts'
import { registerAddressNameRoutes } from './names/registerAddressNameRoutes.ts'
import { nameDocumentation, registerNameRoutes } from './names/registerNameRoutes.ts'
import { registerSuggestionRoute } from './names/suggestions/registerSuggestionRoute.ts'
import type { Onramp } from './onramp/createOnramp.ts'
import { onrampDocumentation, registerOnrampRoutes } from './onramp/registerOnrampRoutes.ts'
import { createOperatorGuard } from './operator/createOperatorGuard.ts'
import { createOverview } from './operator/createOverview.ts'
import { registerOperatorRoutes } from './operator/registerOperatorRoutes.ts'
import type { Context } from './platform/context.ts'
import { createDependencyReader } from './platform/health/createDependencyReader.ts'
import type { HealthCheck } from './platform/health/HealthCheck.ts'
import { registerHealthRoutes } from './platform/health/registerHealthRoutes.ts'
import type { App } from './platform/http/App.ts'
import { createHttpApp } from './platform/http/createHttpApp.ts'
import { createRateLimits } from './platform/http/createRateLimits.ts'
import { createUpgrades, type Upgrades } from './platform/http/createUpgrades.ts'
import { registerSecurityText } from './platform/http/registerSecurityText.ts'
import { registerDocsRoutes } from './platform/openapi/registerDocsRoutes.ts'
import { readVersion } from './platform/readVersion.ts'
import type { PriceService } from './prices/createPriceService.ts'
import { registerPriceRoutes } from './prices/registerPriceRoutes.ts'
import { createAdmission } from './projects/createAdmission.ts'
import { registerProjectRoutes } from './projects/registerProjectRoutes.ts'
import type { RealtimeHub } from './realtime/createRealtimeHub.ts'
import { realtimeDocumentation, registerRealtimeRoutes } from './realtime/registerRealtimeRoutes.ts'
import type { Relay } from './relay/createRelay.ts'
import { registerRelayRoutes, relayDocumentation } from './relay/registerRelayRoutes.ts'
import type { RpcServiceWithUpstreams } from './rpc/createRpcService.ts'
import { registerRpcRoutes, rpcDocumentation } from './rpc/registerRpcRoutes.ts'
import type { Siwx } from './siwx/createSiwx.ts'
import { registerSiwxRoutes } from './siwx/registerSiwxRoutes.ts'
import { registerSiwxTokenRoutes } from './siwx/tokens/registerSiwxTokenRoutes.ts'
import type { SmartAccounts } from './smartAccounts/createSmartAccounts.ts'
import { registerSmartAccountRoutes, smartAccountDocumentation } from './smartAccounts/registerSmartAccountRoutes.ts'
import type { SwapService } from './swap/createSwapService.ts'
import { registerSwapRoutes } from './swap/registerSwapRoutes.ts'
import { createKnownNames } from './telemetry/createKnownNames.ts'
import { createTelemetryService } from './telemetry/createTelemetryService.ts'
import { readWalletNames } from './telemetry/readWalletNames.ts'
import { registerTelemetryRoutes } from './telemetry/registerTelemetryRoutes.ts'
import type { Treasury } from './treasury/Treasury.ts'

/** Services for the routes. */
export type Services = {
  rpc: RpcServiceWithUpstreams
  hub: RealtimeHub
  accounts: Accounts
  prices: PriceService
  markets: MarketService
  swap: SwapService
  names: Names
  /** Undefined if the configuration disables it. */
  relay: Relay | undefined
  /** Undefined if the configuration has no Farcaster, or another relay. */
  channels: ChannelRelay | undefined
  /** Undefined if the configuration has none. */
  smartAccounts: SmartAccounts | undefined
  /** Undefined if nothing is for sale. */
  treasury: Treasury | undefined
  /** Undefined if the configuration has no onramp. */
  onramp: Onramp | undefined
  /** Sign-in, and the data of signed-in accounts. Undefined if the configuration has no sign-in. */
  siwx: Siwx | undefined
  me: Me | undefined
}

/** The server over HTTP and over WebSocket. */
export type ServerApp = App & { upgrades: Upgrades }

/**
 * Creates the server's HTTP application with all routes.
 *
 * @param options.checks checks of `/ready`
 * @param options.wallet the wallet's origin, for the documentation
 * @example
 * const app = await createApp({ context, services, checks: [] })
 * const response = await app.request('/health')
 */
export async function createApp({
  context,
  services: { rpc, hub, accounts, prices, markets, swap, names, relay, channels, smartAccounts, onramp, siwx, me },
  checks,
  wallet,
}: {
  context: Context
  services: Services
  checks: readonly HealthCheck[]
  wallet?: { url: string; endpoints: readonly Endpoint[] } | undefined
}): Promise<ServerApp> {
  const { config, log, shutdown } = context
  const limits = await createRateLimits({ config, log })
  shutdown.add('rate limits', limits.close)
  const app = createHttpApp({ context, admit: createAdmission({ config, limits }) })
  const upgrades = createUpgrades({ app })
  const version = readVersion()
  const images = readWalletImages({ folder: config.directory.images })
  const directory = createDirectory({ path: config.directory.file, own: config.directory.wallets, images })
  const chainIds = config.chains.map(({ chainId }) => chainId)
  const knownNames = createKnownNames({ wallets: readWalletNames({ directory }), chainIds })
  const telemetry = createTelemetryService({ context, names: knownNames })

  const readDependencies = createDependencyReader({ checks })
  registerHealthRoutes({ app, version, readDependencies })
  registerSecurityText({ app, config })
  registerRpcRoutes({ app, upgrades, config, rpc })
  registerRealtimeRoutes({ app, upgrades, config, hub })
  if (relay) registerRelayRoutes({ app, upgrades, relay })
  if (channels) registerChannelRoutes({ app, kv: context.kv, relay: channels })
  registerAccountRoutes({ app, accounts })
  registerNameRoutes({ app, names: names.service, registry: names.own?.registry })
  registerSuggestionRoute({ app, registry: names.own?.registry })
  if (names.own) registerGatewayRoutes({ app, ...names.own, clock: context.clock })
  registerAddressNameRoutes({ app, identities: names.identities })
  registerPriceRoutes({ app, prices })
  registerMarketRoutes({ app, markets })
  registerSwapRoutes({ app, swap })
  if (smartAccounts) registerSmartAccountRoutes({ app, smartAccounts })
  registerOnrampRoutes({ app, onramp })
  registerSiwxRoutes({ app, siwx })
  registerSiwxTokenRoutes({ app, tokens: siwx?.tokens })
  registerMeRoutes({ app, me })
  registerOperatorRoutes({
    app,
    guard: createOperatorGuard({ operators: config.operators, siwx: siwx?.service }),
    overview: createOverview({ context, version, readDependencies, siwx: siwx?.service, onramp }),
  })
  registerDirectoryRoutes({ app, config, directory, images })
  registerProjectRoutes({ app, config })
  registerTelemetryRoutes({ app, telemetry })
  registerDocsRoutes({
    app,
    version,
    url: config.http.publicUrl ?? `http://localhost:${config.http.port}`,
    routes: [
      ...rpcDocumentation,
      ...realtimeDocumentation,
      ...(relay ? relayDocumentation : []),
      ...(channels ? channelDocumentation : []),
      ...(smartAccounts ? smartAccountDocumentation : []),
      ...directoryDocumentation,
      ...nameDocumentation,
      ...(names.own ? gatewayDocumentation : []),
      ...(onramp ? onrampDocumentation : []),
    ],
    elsewhere: wallet,
  })
  return { ...app, upgrades }
}
