import { createHash, randomBytes } from 'node:crypto'
import type { Endpoints } from '../IdentityProvider.ts'
import { signInAt } from '../signInAt.ts'

/** Values for a request; `undefined` leaves one out. */
type Values = Readonly<Record<string, string | undefined>>

/** The wallet's origin of these tests; nothing answers there. */
export const walletOrigin = 'http://wallet.localhost:7102'

/** A client of one face, made of `fetch` alone. */
export function createTestClient({
  face,
  config: { clientId, endpoints },
  scope,
  authorization = {},
}: {
  face: string
  config: { clientId: string; endpoints: Endpoints }
  scope: string
  /** Further parameters of its authorization requests. */
  authorization?: Values
}) {
  const verifier = randomBytes(32).toString('base64url')
  const redirectUri = `${walletOrigin}/oauth/callback/${face}`

  const authorizeUrl = (values: Values = {}) => {
    const query = withValues({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope,
      state: 'the-state',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...authorization,
      ...values,
    })
    return `${endpoints.authorization}?${query}`
  }
  /** Logs in, and returns the values that reached the client's address. */
  const signIn = async (person: string | null, values: Values = {}, fields: Record<string, string> = {}) => {
    const end = await signInAt({ authorizeUrl: authorizeUrl(values), person, fields })
    const { origin, pathname, search, hash } = new URL(end.url)
    if (`${origin}${pathname}` !== redirectUri) throw new Error(`It leads to ${end.url}`)
    const params = new URLSearchParams(end.kind === 'form' ? end.fields : search)
    return { kind: end.kind, params, hash, code: params.get('code') ?? '' }
  }
  /** Asks for a token; the client's secret is among the values or the headers. */
  const exchange = async (code: string, values: Values, headers: Record<string, string> = {}) => {
    const body = withValues({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
      ...values,
    })
    const response = await fetch(endpoints.token, { method: 'POST', headers, body })
    const text = await response.text()
    return { status: response.status, type: response.headers.get('content-type'), text }
  }
  return { authorizeUrl, signIn, exchange, verifier, redirectUri }
}

function withValues(values: Values) {
  const entries = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return new URLSearchParams(entries)
}
