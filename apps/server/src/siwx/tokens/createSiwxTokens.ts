import { randomUUID } from 'node:crypto'
import { createSiwxToken, type EndpointResponse, type getSiwxKeys } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { SignJWT } from 'jose'
import { createProofVerifier } from '../../auth/createProofVerifier.ts'
import type { Context } from '../../platform/context.ts'
import type { Sealer } from '../../platform/crypto/Sealer.ts'
import { createSigningKeys } from '../../signingKeys/createSigningKeys.ts'
import type { CookieCall, SiwxService } from '../Siwx.ts'

/** Maximum seconds that a token is valid. After a sign-out, backends accept it for no longer. */
const siwxTokenSeconds = 300

/** Type in the token's header. Tokens of other types are not accepted as one, nor the reverse. */
const siwxTokenType = 'siwx+jwt'

/** Tokens that prove a sign-in to backends. */
export type SiwxTokens = {
  /**
   * @param what.address CAIP-10, or the address of a signed-in account; default: the last one to sign in
   * @param what.audience the backend; default: the origin of the page
   * @throws ServiceError `siwx_session_required`, `siwx_audience_unknown`; `proof_invalid` and `session_not_yet_valid` if the request has
   * an invalid proof
   */
  create: (
    call: CookieCall,
    what?: { address?: string | undefined; audience?: string | undefined },
  ) => Promise<EndpointResponse<typeof createSiwxToken>>
  /** Returns the keys with which backends check them. */
  listKeys: () => Promise<EndpointResponse<typeof getSiwxKeys>>
}

/**
 * Creates the tokens: JWTs (RFC 7519) under ES256, with the keys of the purpose `siwx`, for a signed-in account of the browser. A DPoP
 * proof (RFC 9449) in the request binds them to its key.
 *
 * @param options.publicUrl URL at which clients reach this server; it is the issuer of the tokens, and the URL that proofs must name
 * @example
 * const tokens = await createSiwxTokens({ context, sealer, publicUrl: 'https://api.example.com', siwx })
 * const { token } = await tokens.create(call, { audience: 'https://orders.example.com' })
 */
export async function createSiwxTokens({
  context,
  sealer,
  publicUrl,
  siwx,
}: {
  context: Context
  sealer: Sealer
  publicUrl: string
  siwx: Pick<SiwxService, 'require'>
}): Promise<SiwxTokens> {
  const { config, clock } = context
  const issuer = publicUrl.replace(/\/+$/, '')
  const keys = await createSigningKeys({ context, sealer, purpose: 'siwx' })
  const proofs = createProofVerifier({ context })
  const audiences = new Set(config.siwx?.audiences)

  /** Returns the key to bind the token to, or undefined if the request has no proof. */
  const prove = async ({ readHeader }: CookieCall) => {
    const proof = readHeader('dpop')
    if (proof === undefined) return undefined
    const { method, path } = createSiwxToken
    return proofs.verify({ proof, method, url: `${issuer}${path}` })
  }

  return {
    create: async (call, { address, audience: wanted } = {}) => {
      const signedIn = await siwx.require(call, address)
      const audience = wanted ?? signedIn.origin
      if (audience !== signedIn.origin && !audiences.has(audience)) throw refuseAudience(audience)
      const jkt = await prove(call)
      const { kid, key } = await keys.current()
      const now = Math.floor(clock.now() / 1000)
      const end = Math.min(now + siwxTokenSeconds, Math.floor(signedIn.expiresAt.getTime() / 1000))
      const token = await new SignJWT({
        sid: signedIn.sessionId,
        project: signedIn.projectId,
        proof: signedIn.proof,
        origin: signedIn.origin,
        ...(jkt === undefined ? {} : { cnf: { jkt } }),
      })
        .setProtectedHeader({ alg: 'ES256', typ: siwxTokenType, kid })
        .setIssuer(issuer)
        .setSubject(signedIn.account)
        .setAudience(audience)
        .setIssuedAt(now)
        .setNotBefore(now)
        .setExpirationTime(end)
        .setJti(randomUUID())
        .sign(key)
      const tokenType = jkt === undefined ? 'Bearer' : 'DPoP'
      return { token, expiresAt: new Date(end * 1000).toISOString(), tokenType }
    },
    listKeys: async () => ({ keys: [...(await keys.list())] }),
  }
}

function refuseAudience(audience: string): ServiceError {
  return new ServiceError('siwx_audience_unknown', {
    field: 'audience',
    message: `This server does not issue tokens for ${audience}: it is neither the page's origin nor listed in siwx.audiences of its configuration`,
  })
}
