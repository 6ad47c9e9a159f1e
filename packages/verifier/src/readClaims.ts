import type { JWTPayload } from 'jose'
import { readAccountId } from './readAccountId.ts'
import type { VerifiedAccount } from './Verifier.ts'

/** Claims that every token of the server must have. */
export const requiredClaims = ['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'sid', 'project', 'proof', 'origin']

/** The signed-in account, and the key that the token is bound to. */
export type TokenContents = Omit<VerifiedAccount, 'isBound'> & { jkt: string | undefined }

/**
 * Reads the claims of a token, after its signature, issuer, audience and times were verified.
 *
 * @param options.latest unix seconds; a valid token cannot be issued later
 * @returns undefined if a claim has a value that the server never sets
 */
export function readClaims(claims: JWTPayload, { latest }: { latest: number }): TokenContents | undefined {
  const { sub, sid, project, proof, origin, exp, iat, jti, cnf } = claims
  const account = readAccountId(sub)
  if (!account || typeof sub !== 'string' || typeof sid !== 'string' || typeof origin !== 'string') return undefined
  if (typeof project !== 'string' || project === '') return undefined
  if ((proof !== 'key' && proof !== 'contract') || typeof jti !== 'string') return undefined
  if (typeof exp !== 'number' || typeof iat !== 'number' || iat > latest) return undefined
  const jkt = readThumbprint(cnf)
  // Bound in a way that this version cannot verify.
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
