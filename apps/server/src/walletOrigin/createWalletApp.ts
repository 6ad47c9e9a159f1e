import { getHealth } from '@latchkey/protocol/api'
import type { Accounts } from '../accounts/createAccounts.ts'
import { registerAccountRoutes } from '../accounts/registerAccountRoutes.ts'
import { registerAuthRoutes } from '../auth/registerAuthRoutes.ts'
import { registerDeviceRoutes } from '../devices/registerDeviceRoutes.ts'
import { registerLoginNoticeRoutes } from '../devices/registerLoginNoticeRoutes.ts'
import { registerDeviceTransferRoutes } from '../deviceTransfers/registerDeviceTransferRoutes.ts'
import { registerEmailChangeRoutes } from '../emailChange/registerEmailChangeRoutes.ts'
import { registerLoginMethodRoutes } from '../loginMethods/registerLoginMethodRoutes.ts'
import { registerNewWalletRoutes } from '../newWallets/registerNewWalletRoutes.ts'
import { registerPasskeyRoutes } from '../passkeys/registerPasskeyRoutes.ts'
import type { Context } from '../platform/context.ts'
import type { App } from '../platform/http/App.ts'
import { createHttpApp } from '../platform/http/createHttpApp.ts'
import { createRateLimits } from '../platform/http/createRateLimits.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import { registerSecurityText } from '../platform/http/registerSecurityText.ts'
import { createAdmission } from '../projects/createAdmission.ts'
import type { RpcServiceWithUpstreams } from '../rpc/createRpcService.ts'
import { registerRpcRoutes } from '../rpc/registerRpcRoutes.ts'
import type { SmartAccounts } from '../smartAccounts/createSmartAccounts.ts'
import { registerSmartAccountRoutes } from '../smartAccounts/registerSmartAccountRoutes.ts'
import { registerCallbackRoutes } from '../social/registerCallbackRoutes.ts'
import { registerSocialRoutes } from '../social/registerSocialRoutes.ts'
import { registerVaultRoutes } from '../vaults/registerVaultRoutes.ts'
import { createGuard } from './createGuard.ts'
import type { WalletServices } from './createWalletServices.ts'
import type { WalletBuild } from './readWalletBuild.ts'
import { registerFrameConfigRoute } from './registerFrameConfigRoute.ts'
import { registerPageRoutes } from './registerPageRoutes.ts'
import { walletHeaders } from './walletHeaders.ts'

/**
 * Creates the application of the wallet's origin: its pages, its API, and the frame's access to chains. Pages of other origins cannot call
 * it.
 *
 * @example
 * const app = await createWalletApp({ context, wallet: { publicUrl }, build, services, rpc, accounts, version })
 * const response = await app.request('http://wallet.localhost:7102/health')
 */
export async function createWalletApp({
  context,
  wallet: { publicUrl },
  build,
  services: {
    auth,
    emailChange,
    loginMethods,
    vaults,
    factors,
    passwords,
    rotation,
    devices,
    passkeys,
    deviceTransfers,
    newWallets,
    loginReturns,
    social,
  },
  rpc,
  accounts,
  smartAccounts,
  version,
}: {
  context: Context
  wallet: { publicUrl: string }
  build: WalletBuild
  services: WalletServices
  rpc: RpcServiceWithUpstreams
  accounts: Accounts
  /** Undefined if the configuration has none. */
  smartAccounts?: SmartAccounts | undefined
  version: string
}): Promise<App> {
  const { config, log, database, shutdown } = context
  const limits = await createRateLimits({ config, log })
  shutdown.add('rate limits of the wallet', limits.close)
  const decide = createAdmission({ config, limits })
  const app = createHttpApp({
    context,
    // The guard has checked the request's origin. It is the wallet's own, which is in no project's list.
    admit: (applicant) => decide({ ...applicant, origin: undefined }),
    publicUrl,
    replyHeaders: walletHeaders({ publicUrl }),
    crossOrigin: false,
    guard: createGuard({ publicUrl }),
  })
  app.authenticate = auth.authenticate

  const health = Object.freeze({ status: 'ok' as const, version })
  registerEndpoint(app, getHealth, () => health)
  registerSecurityText({ app, config })
  registerFrameConfigRoute({ app, config, publicUrl })
  registerAuthRoutes({ app, auth })
  registerEmailChangeRoutes({ app, emailChange })
  registerLoginMethodRoutes({ app, loginMethods })
  registerSocialRoutes({ app, social })
  registerCallbackRoutes({ app, social, walletOrigin: new URL(publicUrl).origin })
  registerVaultRoutes({ app, vaults, factors, passwords, rotation })
  registerPasskeyRoutes({ app, passkeys })
  registerDeviceRoutes({ app, devices, database })
  registerLoginNoticeRoutes({ app, parts: auth.parts })
  registerNewWalletRoutes({ app, newWallets, loginReturns })
  registerDeviceTransferRoutes({ app, deviceTransfers })
  registerRpcRoutes({ app, config, rpc })
  registerAccountRoutes({ app, accounts })
  if (smartAccounts) registerSmartAccountRoutes({ app, smartAccounts, place: 'walletOrigin' })
  registerPageRoutes({ app, build, projects: config.projects })
  return app
}
