import { ServiceError } from '@latchkey/protocol/errors'
import { createToken } from '../platform/crypto/createToken.ts'
import { hashToken } from '../platform/crypto/hashToken.ts'
import type { Transaction } from '../platform/db/Database.ts'
import { type AttemptSecrets, sealSecrets } from './attemptSecrets.ts'
import { type AttemptRow, moveAttempt } from './attemptStore.ts'
import { writeBindingCookie } from './bindingCookie.ts'
import { callbackUrl } from './callbackUrl.ts'
import { openChannel } from './openChannel.ts'
import type { SocialParts } from './SocialParts.ts'
import { topicOf } from './settleAttempt.ts'

/** URL of the provider, and the cookie with which the window must return. There is no cookie if no window returns. */
export type Departure = { authorizeUrl: string; cookie: string | undefined }

/**
 * Marks an attempt as begun, and stores the data for its return.
 *
 * @param options.isAsked the provider must show its dialog, even to a visitor who is already logged in there
 * @returns a function to call after the commit, which may call the provider. @throws LatchkeyError `social_provider_failed`
 * @throws LatchkeyError `social_unavailable`
 */
export async function departAttempt(
  tx: Transaction,
  {
    attempt: { id, provider, expiresAt },
    from,
    isAsked,
    parts,
  }: { attempt: AttemptRow; from: 'open' | 'returned'; isAsked: boolean; parts: SocialParts },
): Promise<() => Promise<Departure>> {
  const { context, sealer, walletOrigin, clients } = parts
  if (provider === 'farcaster') {
    await moveAttempt(tx, { id, from: [from], set: { state: 'begun' } })
    return async () => {
      const { url, secrets } = await openChannel(parts, { expiresAt })
      const set = await sealSecrets({ id, secrets, sealer })
      await moveAttempt(context.database, { id, from: ['begun'], set })
      await parts.news.publish(topicOf(id))
      return { authorizeUrl: url, cookie: undefined }
    }
  }
  const client = clients.get(provider)
  if (!client) throw new ServiceError('social_unavailable')
  const { returnsByPost } = client
  const state = createToken()
  const bound = createToken()
  const secrets = { kind: 'oauth', nonce: createToken(), verifier: createToken() } satisfies AttemptSecrets
  await moveAttempt(tx, {
    id,
    from: [from],
    set: {
      state: 'begun',
      isAsked,
      stateHash: hashToken(state),
      cookieHash: hashToken(bound),
      ...(await sealSecrets({ id, secrets, sealer })),
    },
  })
  const isSecure = walletOrigin.startsWith('https:')
  return async () => ({
    authorizeUrl: await client.authorizeUrl({
      authorization: { state, ...secrets, redirectUri: callbackUrl({ walletOrigin, provider }) },
      isAsked,
    }),
    cookie: writeBindingCookie({ attemptId: id, value: bound, isSecure, returnsByPost }),
  })
}
