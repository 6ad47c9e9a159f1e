import type { Endpoint } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Accounts } from '../accounts/createAccounts.ts'
import type { ChannelRelay } from '../farcaster/createChannelRelay.ts'
import { openFarcasterChannels } from '../farcaster/openFarcasterChannels.ts'
import { createMailCheck } from '../mail/createMailCheck.ts'
import { createMailTransport } from '../mail/createMailTransport.ts'
import { startMailWorker } from '../mail/startMailWorker.ts'
import type { Context } from '../platform/context.ts'
import type { HealthCheck } from '../platform/health/HealthCheck.ts'
import { listen } from '../platform/http/listen.ts'
import type { RpcServiceWithUpstreams } from '../rpc/createRpcService.ts'
import { openSealer } from '../sealing/openSealer.ts'
import type { SmartAccounts } from '../smartAccounts/createSmartAccounts.ts'
import { createWalletApp } from './createWalletApp.ts'
import { createWalletServices } from './createWalletServices.ts'
import type { WalletBuild } from './readWalletBuild.ts'

/**
 * Opens the wallet's origin on a separate port, if it is configured.
 *
 * @returns its URL, its endpoints, and its checks for `/ready`; undefined without a wallet in the configuration
 * @throws LatchkeyError `config_invalid` if the key cannot be read; Error if the port is taken
 */
export async function openWalletOrigin({
  context,
  services: { rpc, accounts, channels: relay, smartAccounts },
  build,
  version,
}: {
  context: Context
  services: {
    rpc: RpcServiceWithUpstreams
    accounts: Accounts
    channels: ChannelRelay | undefined
    smartAccounts: SmartAccounts | undefined
  }
  /** Built pages. Undefined without a wallet in the configuration. */
  build: WalletBuild | undefined
  version: string
}): Promise<{ url: string; endpoints: readonly Endpoint[]; checks: readonly HealthCheck[] } | undefined> {
  const { config } = context
  const { wallet, mail } = config
  if (!wallet || !build) return undefined
  if (!mail) {
    throw new ServiceError('config_invalid', {
      message: 'mail: found nothing; the wallet sends codes by mail. Set mail.url to a mail server, and mail.from.',
    })
  }
  const sealer = await openSealer({ context })
  const walletOrigin = new URL(wallet.publicUrl).origin
  const channels = openFarcasterChannels({ context, walletOrigin, relay })
  const services = await createWalletServices({ context, sealer, channels })
  const app = await createWalletApp({ context, wallet, build, services, rpc, accounts, smartAccounts, version })
  const transport = createMailTransport({ config: mail })
  await startMailWorker({ context, sealer, transport })
  const { host, port } = wallet
  await listen({ app, context, place: { host, port, setting: 'WALLET_PORT (or wallet.port)', name: 'wallet server' } })
  return {
    url: walletOrigin,
    endpoints: app.endpoints,
    checks: [...services.checks(), createMailCheck({ transport, clock: context.clock })],
  }
}
