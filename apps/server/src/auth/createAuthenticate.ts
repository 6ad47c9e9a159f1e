import { ServiceError } from '@latchkey/protocol/errors'
import type { Context } from '../platform/context.ts'
import type { Authenticate } from '../platform/http/Caller.ts'
import type { Logins } from './createLogins.ts'
import type { ProofVerifier } from './createProofVerifier.ts'
import type { TokenSigner } from './createTokenSigner.ts'

/**
 * Creates the authentication of callers. It checks `DPoP: <proof>` and, for endpoints with a login, `Authorization: DPoP <access token>`,
 * both of the same key. A locked login only reaches endpoints that allow it. An expired access token is `proof_invalid`, so that the device
 * refreshes it. An ended login is `session_ended`.
 */
export function createAuthenticate({
  context: { config },
  proofs,
  signer,
  sessions,
}: {
  context: Pick<Context, 'config'>
  proofs: ProofVerifier
  signer: TokenSigner
  sessions: Logins
}): Authenticate {
  const origin = config.wallet && new URL(config.wallet.publicUrl).origin

  return async (request, { need, url, whenLocked }) => {
    const { pathname, origin: asked } = new URL(url)
    const proven = {
      proof: request.headers.get('dpop'),
      method: request.method,
      // Never use the host of the request itself.
      url: `${origin ?? asked}${pathname}`,
    }
    if (need === 'proof') return { jkt: await proofs.verify(proven), session: undefined }

    const [scheme = '', accessToken] = request.headers.get('authorization')?.split(' ') ?? []
    if (scheme.toLowerCase() !== 'dpop' || !accessToken || accessToken.length > 4_000) {
      throw new ServiceError('proof_invalid', { message: 'The access token is missing', field: 'authorization' })
    }
    const [jkt, claims] = await Promise.all([proofs.verify({ ...proven, accessToken }), signer.verify(accessToken)])
    if (claims.jkt !== jkt) {
      throw new ServiceError('proof_invalid', {
        message: 'The access token belongs to another key',
        field: 'authorization',
      })
    }
    const session = await sessions.read(claims.sessionId)
    if (!session || session.jkt !== jkt) throw new ServiceError('session_ended')
    if (whenLocked !== 'served') sessions.lock.requireUnlocked(session)
    return { jkt, session }
  }
}
