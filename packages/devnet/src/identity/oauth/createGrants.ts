import { randomBytes } from 'node:crypto'
import type { Person } from '../people.ts'
import type { Challenge } from './checkPkce.ts'

/** Consent of a person to a login. */
export type Grant = {
  person: Person
  scopes: readonly string[]
  redirectUri: string
  challenge: Challenge | undefined
}

/** The codes and tokens of one provider. */
export type Grants = {
  issueCode: (grant: Grant) => string
  /** Returns the grant of a code, once and before it expires. A second use revokes the code's token (RFC 6749, 4.1.2). */
  takeCode: (code: string) => Grant | undefined
  issueToken: (code: string, grant: Grant) => string
  findToken: (token: string) => Grant | undefined
}

/**
 * Keeps the codes and tokens of a provider in memory.
 *
 * @param options.codeSeconds lifetime of a code in seconds
 * @param options.tokenPrefix prefix of its tokens
 */
export function createGrants({
  codeSeconds = 600,
  tokenPrefix = '',
}: {
  codeSeconds?: number
  tokenPrefix?: string
} = {}): Grants {
  const codes = new Map<string, { grant: Grant; until: number; isTaken: boolean }>()
  const tokens = new Map<string, { grant: Grant; code: string }>()
  return {
    issueCode: (grant) => {
      const code = randomBytes(20).toString('hex')
      codes.set(code, { grant, until: Date.now() + codeSeconds * 1000, isTaken: false })
      return code
    },
    takeCode: (code) => {
      const entry = codes.get(code)
      if (!entry || entry.until < Date.now()) return undefined
      if (entry.isTaken) {
        for (const [token, { code: from }] of tokens) if (from === code) tokens.delete(token)
        return undefined
      }
      entry.isTaken = true
      return entry.grant
    },
    issueToken: (code, grant) => {
      const token = `${tokenPrefix}${randomBytes(27).toString('base64url')}`
      tokens.set(token, { grant, code })
      return token
    },
    findToken: (token) => tokens.get(token)?.grant,
  }
}
