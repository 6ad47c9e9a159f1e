import type { Context } from '../platform/context.ts'
import type { FarcasterChannels } from '../social/FarcasterChannels.ts'
import type { ChannelRelay } from './createChannelRelay.ts'
import { createFarcasterChannels } from './createFarcasterChannels.ts'
import { createFarcasterRegistry } from './createFarcasterRegistry.ts'
import { createOwnChannelClient } from './createOwnChannelClient.ts'
import { createRemoteChannelClient } from './createRemoteChannelClient.ts'

/**
 * Opens the Farcaster logins, with this server's own relay or the configured one (`social.farcaster`).
 *
 * @param options.relay this server's own
 * @returns undefined if Farcaster is not configured
 */
export function openFarcasterChannels({
  context,
  walletOrigin,
  relay: own,
}: {
  context: Pick<Context, 'config' | 'clock' | 'kv' | 'log'>
  walletOrigin: string
  relay: ChannelRelay | undefined
}): FarcasterChannels | undefined {
  const config = context.config.social.farcaster
  if (!config) return undefined
  const { relay, app } = config
  const client = relay
    ? createRemoteChannelClient({ context, relay, app })
    : own && createOwnChannelClient({ relay: own })
  const registry = createFarcasterRegistry({ config, log: context.log })
  return client && createFarcasterChannels({ context, walletOrigin, client, registry })
}
