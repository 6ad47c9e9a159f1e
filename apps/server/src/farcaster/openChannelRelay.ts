import type { Context } from '../platform/context.ts'
import { type ChannelRelay, createChannelRelay } from './createChannelRelay.ts'

/**
 * Opens this server's own relay for Farcaster.
 *
 * @returns undefined if the configuration has no Farcaster, or another relay
 */
export async function openChannelRelay({ context }: { context: Context }): Promise<ChannelRelay | undefined> {
  const { relay, app } = context.config.social.farcaster ?? {}
  return app !== undefined && relay === undefined ? createChannelRelay({ context, app }) : undefined
}
