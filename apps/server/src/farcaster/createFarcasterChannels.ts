import { ServiceError } from '@latchkey/protocol/errors'
import type { ProvenIdentity } from '../auth/ProvenIdentity.ts'
import type { Context } from '../platform/context.ts'
import type { FarcasterChannels } from '../social/FarcasterChannels.ts'
import type { ChannelClient, SignedMessage } from './ChannelClient.ts'
import type { FarcasterRegistry } from './FarcasterRegistry.ts'
import { verifySignIn } from './verifySignIn.ts'

/** What identities of Farcaster are kept under: the number of an account is given out by one contract, for all networks. */
const issuer = 'farcaster'

/** A name as Farcaster gives them, or one of ENS. */
const userNamePattern = /^[a-z0-9][a-z0-9-]{0,62}(\.[a-z0-9][a-z0-9-]{0,62}){0,3}$/

/**
 * Creates the logins with Farcaster: channels at a relay, and the verification of what comes over them. Nothing that a relay or an app
 * says is believed but what is signed and registered.
 *
 * @param options.walletOrigin who asks, as the app shows it
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
      // Only shown: it stands neither in the signed text nor on the chain, so that the app may say what it likes. Its form is all
      // that can be checked here, and whom it names the number says.
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
