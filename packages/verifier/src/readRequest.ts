import type { VerifiableRequest } from './Verifier.ts'
import { type TokenScheme, VerifierError } from './VerifierError.ts'

/** One scheme and one token (RFC 9110, `token68`). Several would be ambiguous. */
const authorization = /^(bearer|dpop) +([A-Za-z0-9._~+/-]+=*)$/i

/** Credentials of a request. */
export type Credentials = { scheme: TokenScheme; token: string; proof: string | undefined }

/**
 * Reads the token and the proof of a request.
 *
 * @param schemes schemes that a client can use
 * @throws VerifierError `token_missing`, `token_invalid`, `proof_invalid`
 */
export function readCredentials({ headers }: VerifiableRequest, schemes: readonly TokenScheme[]): Credentials {
  const value = readHeader(headers, 'authorization')?.trim() ?? ''
  const [, name = '', token = ''] = authorization.exec(value) ?? []
  // Another scheme belongs to other code.
  if (value === '' || !/^(bearer|dpop)\b/i.test(value)) throw new VerifierError('token_missing', { schemes })
  const scheme = name.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer'
  if (token === '') {
    throw new VerifierError('token_invalid', { schemes, message: 'The authorization header has no single token' })
  }
  return { scheme, token, proof: readHeader(headers, 'dpop') }
}

/**
 * Reads the requested path without its query. Ignores the host that the request claims.
 *
 * @returns undefined if the request has none
 */
export function readPath({
  url,
  originalUrl = url,
}: Pick<VerifiableRequest, 'url' | 'originalUrl'>): string | undefined {
  if (originalUrl === undefined || originalUrl === '') return undefined
  if (originalUrl.startsWith('/')) return originalUrl.replace(/[?#].*$/s, '')
  return URL.canParse(originalUrl) ? new URL(originalUrl).pathname : undefined
}

/** Joins a repeated header, like HTTP. The result is then neither one token nor one proof. */
function readHeader(headers: VerifiableRequest['headers'], name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name]
  return typeof value === 'object' ? value.join(', ') : value
}
