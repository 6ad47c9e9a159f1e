import type { AuthenticationRequest, Cacao } from './Authentication.ts'
import { accountOf } from './formatAuthenticationMessage.ts'
import { readRecap, readRecapGrants } from './recap.ts'
import type { SessionNamespace, SessionNamespaces } from './Session.ts'
import { chainOf, familyOf, isTexts } from './validateNamespaces.ts'

/** What an app asks on the wire. */
export function writeAuthPayload(request: AuthenticationRequest): Record<string, unknown> {
  const { uri, issuedAt, expirationTime, notBefore, ...rest } = request
  return { ...rest, type: 'caip122', aud: uri, iat: issuedAt, exp: expirationTime, nbf: notBefore }
}

/** What an app asked; undefined when it is none. */
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
 * The sign-ins of an answer; undefined when they are no answer to what was asked (another site's, another nonce, a chain that
 * nobody asked for). Their signatures are not looked at.
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
 * The session that comes with sign-ins: the methods that their recaps allow, on the chains and accounts that were signed for.
 * @returns undefined where no method was allowed: then there is no session
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
