import type { AuthenticationRequest, Cacao } from './Authentication.ts'
import { accountOf } from './formatAuthenticationMessage.ts'
import { readRecap, readRecapGrants } from './recap.ts'
import type { SessionNamespace, SessionNamespaces } from './Session.ts'
import { chainOf, familyOf, isTexts } from './validateNamespaces.ts'

/** Encodes a sign-in request for the wire. */
export function writeAuthPayload(request: AuthenticationRequest): Record<string, unknown> {
  const { uri, issuedAt, expirationTime, notBefore, ...rest } = request
  return { ...rest, type: 'caip122', aud: uri, iat: issuedAt, exp: expirationTime, nbf: notBefore }
}

/** Decodes a sign-in request; undefined if it is invalid. */
export function readAuthPayload(value: unknown): AuthenticationRequest | undefined {
  const payload = value as Record<string, unknown> | null
  const texts = (['domain', 'aud', 'nonce', 'iat'] as const).every((name) => typeof payload?.[name] === 'string')
  if (!payload || !texts || !isTexts(payload.chains) || !payload.chains.length) return undefined
  const { chains, domain, aud, nonce, iat, resources } = payload
  const optional = Object.entries({
    expirationTime: payload.exp,
    notBefore: payload.nbf,
    requestId: payload.requestId,
    statement: payload.statement,
  }).filter(([, text]) => typeof text === 'string' && text)
  return {
    chains,
    domain,
    uri: aud,
    nonce,
    version: '1',
    issuedAt: iat,
    ...Object.fromEntries(optional),
    ...(isTexts(resources) && resources.length ? { resources } : {}),
  } as AuthenticationRequest
}

/**
 * Decodes the sign-ins of an answer. Undefined if they do not match the request (another site, another nonce, a chain that was not
 * requested). Does not verify their signatures.
 */
export function readCacaos(value: unknown, request: AuthenticationRequest): Cacao[] | undefined {
  if (!Array.isArray(value) || !value.length) return undefined
  const fits = value.every((cacao: Partial<Cacao> | null) => {
    const payload = cacao?.p
    if (typeof payload?.iss !== 'string' || typeof cacao?.s?.s !== 'string' || typeof cacao.s.t !== 'string')
      return false
    const chain = chainOf(accountOf(payload))
    return (
      chain !== undefined &&
      request.chains.includes(chain) &&
      payload.domain === request.domain &&
      payload.aud === request.uri &&
      payload.nonce === request.nonce &&
      (payload.resources === undefined || isTexts(payload.resources))
    )
  })
  return fits ? value : undefined
}

/**
 * Derives the session of sign-ins: the methods that their recaps grant, on the signed chains and accounts.
 * @returns undefined without a granted method, because then there is no session
 */
export function toSessionNamespaces(cacaos: readonly Cacao[]): SessionNamespaces | undefined {
  const methods = new Set<string>()
  const accounts = new Set<string>()
  for (const { p } of cacaos) {
    const account = accountOf(p)
    const chain = chainOf(account)
    if (!chain) continue
    const grants = readRecapGrants(readRecap(p.resources))
    for (const method of grants.methods) methods.add(method)
    for (const granted of [chain, ...grants.chains]) accounts.add(granted + account.slice(chain.length))
  }
  if (!methods.size) return undefined
  const namespaces: Record<string, SessionNamespace & { chains: string[]; accounts: string[] }> = {}
  for (const account of accounts) {
    const chain = chainOf(account)
    if (!chain) continue
    const family = familyOf(account)
    namespaces[family] ??= {
      chains: [],
      accounts: [],
      methods: [...methods],
      events: ['chainChanged', 'accountsChanged'],
    }
    const { chains, accounts: list } = namespaces[family]
    if (!chains.includes(chain)) chains.push(chain)
    list.push(account)
  }
  return namespaces
}
