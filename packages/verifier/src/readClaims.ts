import type { JWTPayload } from 'jose'
import { readAccountId } from './readAccountId.ts'
import type { VerifiedAccount } from './Verifier.ts'

/** What has to stand in every token of the server. */
export const requiredClaims = ['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'sid', 'project', 'proof', 'origin']

/** Who is signed in, and the key that the token is bound to. */
export type TokenContents = Omit<VerifiedAccount, 'isBound'> & { jkt: string | undefined }

/**
 * Reads what a token says, once its signature, issuer, audience and times hold.
 *
 * @param options.latest unix seconds that no token of now can be made after
 * @returns undefined where it says something that the server never says
 */
export function readClaims(claims: JWTPayload, { latest }: { latest: number }): TokenContents | undefined {
  const { sub, sid, project, proof, origin, exp, iat, jti, cnf } = claims
  const account = readAccountId(sub)
  if (!account || typeof sub !== 'string' || typeof sid !== 'string' || typeof origin !== 'string') return undefined
  if (typeof project !== 'string' || project === '') return undefined
  if ((proof !== 'key' && proof !== 'contract') || typeof jti !== 'string') return undefined
  if (typeof exp !== 'number' || typeof iat !== 'number' || iat > latest) return undefined
  const jkt = readThumbprint(cnf)
  // Bound in a way that nobody here knows how to check.
  if (cnf !== undefined && jkt === undefined) return undefined
  return {
    ...{ account: sub, ...account, proof, origin, projectId: project },
    ...{ sessionId: sid, expiresAt: new Date(exp * 1000), claims, jkt },
  }
}

function readThumbprint(cnf: unknown): string | undefined {
  if (typeof cnf !== 'object' || cnf === null || Object.keys(cnf).length !== 1 || !('jkt' in cnf)) return undefined
  return typeof cnf.jkt === 'string' && /^[A-Za-z0-9_-]{43}$/.test(cnf.jkt) ? cnf.jkt : undefined
}
