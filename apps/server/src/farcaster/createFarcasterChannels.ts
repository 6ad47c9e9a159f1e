import { ServiceError } from '@latchkey/protocol/errors'
import type { ProvenIdentity } from '../auth/ProvenIdentity.ts'
import type { Context } from '../platform/context.ts'
import type { FarcasterChannels } from '../social/FarcasterChannels.ts'
import type { ChannelClient, SignedMessage } from './ChannelClient.ts'
import type { FarcasterRegistry } from './FarcasterRegistry.ts'
import { verifySignIn } from './verifySignIn.ts'

/** Issuer of Farcaster accounts. One contract assigns the ids, for all networks. */
const issuer = 'farcaster'

/** A Farcaster name, or an ENS name. */
const userNamePattern = /^[a-z0-9][a-z0-9-]{0,62}(\.[a-z0-9][a-z0-9-]{0,62}){0,3}$/

/**
 * Creates the Farcaster logins: channels at a relay, and the verification of their answers. Trusts only signed and registered data, never
 * the relay or the app.
 *
 * @param options.walletOrigin requester, for display in the app
 */
export function createFarcasterChannels({
  context: { clock },
  walletOrigin,
  client,
  registry,
}: {
  context: Pick<Context, 'clock'>
  walletOrigin: string
  client: ChannelClient
  registry: FarcasterRegistry
}): FarcasterChannels {
  const { origin, host } = new URL(walletOrigin)
  const uri = `${origin}/`

  const verify = async ({ message, signature, username }: SignedMessage, nonce: string): Promise<ProvenIdentity> => {
    const expected = { origin, uri, nonce, now: clock.now() }
    const verdict = await verifySignIn({ text: message, signature, expected, registry })
    if ('flaw' in verdict) throw new ServiceError('social_refused', { details: verdict.flaw })
    return {
      kind: 'farcaster',
      issuer,
      subject: verdict.fid,
      email: null,
      // Only for display: the name is neither signed nor on the chain, so the app can send any. Only its form can be checked here, and the
      // account id identifies the user.
      userName: username !== undefined && userNamePattern.test(username) ? username : null,
    }
  }

  return {
    open: ({ nonce, expiresAt }) =>
      client.open({
        ...{ siweUri: uri, domain: host, nonce, expirationTime: expiresAt.toISOString() },
        acceptAuthAddress: true,
      }),
    wait: async ({ channelToken, nonce, signal }) => {
      const end = await client.waitForAnswer({ channelToken, signal })
      if (end?.type === 'declined') throw new ServiceError('social_denied')
      if (end?.type === 'gone') throw new ServiceError('social_expired')
      return end && verify(end.answer, nonce)
    },
  }
}
