import { errors, jwtVerify } from 'jose'
import { createKeySet } from './keys/createKeySet.ts'
import { createMemoryReplays } from './proof/createMemoryReplays.ts'
import { createProofCheck } from './proof/createProofCheck.ts'
import { readClaims, requiredClaims, type TokenContents } from './readClaims.ts'
import { readOptions, type VerifierOptions } from './readOptions.ts'
import { readCredentials, readPath } from './readRequest.ts'
import type { ProofOfKey, VerifiedAccount, Verifier } from './Verifier.ts'
import { type TokenScheme, VerifierError } from './VerifierError.ts'

/** Type of a token, in its header. */
const tokenType = 'siwx+jwt'
/** Largest length of a token. The server's tokens have about 700 characters. */
const longestToken = 8_192

/**
 * Creates a verifier for the tokens of a Latchkey server. It fetches the server's public keys once and caches them. A request costs one
 * signature verification, or two if its token is bound to a key.
 *
 * @throws TypeError if an option is missing or malformed
 * @example
 * const verifier = createVerifier({
 *   issuer: 'https://api.example.com',
 *   audience: 'https://orders.example.com',
 *   origins: ['https://example.com'],
 * })
 * const { account } = await verifier.verify(request) // 'eip155:1:0xd8dA…6045'
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const { issuer, audiences, origins, addresses, jwksUrl, clockTolerance } = readOptions(options)
  const { requireProof = false, now = Date.now } = options
  const { replays = createMemoryReplays({ now }), fetch = (url, init) => globalThis.fetch(url, init) } = options
  const keys = createKeySet({ url: jwksUrl, fetch, now })
  const checkProof = createProofCheck({ addresses, replays, now })
  const schemes: readonly TokenScheme[] = requireProof ? ['DPoP'] : ['DPoP', 'Bearer']

  const readToken = async (token: string, scheme: TokenScheme): Promise<TokenContents> => {
    const refuse = (message?: string, cause?: unknown) =>
      new VerifierError('token_invalid', { message, cause, schemes: [scheme] })
    const find = async (kid: string | undefined) => {
      const key = kid === undefined ? undefined : await keys.find(kid)
      if (!key) throw refuse('The token is signed by a key that the server does not have')
      return key
    }
    if (token.length > longestToken) throw refuse('The token is longer than any of the server')
    const seconds = now() / 1000
    const { payload } = await jwtVerify(token, ({ kid }) => find(kid), {
      ...{ issuer, audience: audiences, clockTolerance, requiredClaims },
      algorithms: ['ES256'],
      typ: tokenType,
      currentDate: new Date(now()),
    }).catch((error: unknown) => {
      if (error instanceof errors.JWTExpired)
        throw new VerifierError('token_expired', { cause: error, schemes: [scheme] })
      throw error instanceof errors.JOSEError ? refuse(undefined, error) : error
    })
    const contents = readClaims(payload, { latest: seconds + clockTolerance })
    if (!contents) throw refuse()
    if (origins && !origins.has(contents.origin))
      throw refuse('The token is of a page that this backend does not serve')
    return contents
  }

  const check = async (scheme: TokenScheme, token: string, proof: ProofOfKey | undefined): Promise<VerifiedAccount> => {
    const { jkt, ...account } = await readToken(token, scheme)
    if (jkt === undefined) {
      if (requireProof || scheme === 'DPoP')
        throw new VerifierError('token_invalid', { message: 'The token is bound to no key', schemes })
      return { ...account, isBound: false }
    }
    if (scheme === 'Bearer' || !proof) {
      const message = 'The token is bound to a key: it is sent as DPoP, with a proof'
      throw new VerifierError(scheme === 'Bearer' ? 'token_invalid' : 'proof_invalid', { message, schemes: ['DPoP'] })
    }
    await checkProof({ proof, token, jkt })
    return { ...account, isBound: true }
  }

  return {
    verify: async (request) => {
      const { scheme, token, proof: jwt } = readCredentials(request, schemes)
      const { method = '' } = request
      const url = readPath(request)
      return check(scheme, token, jwt === undefined || url === undefined ? undefined : { jwt, method, url })
    },
    verifyToken: async (token, proof) => {
      const url = proof && readPath(proof)
      return check(proof ? 'DPoP' : 'Bearer', token, proof && url !== undefined ? { ...proof, url } : undefined)
    },
  }
}
