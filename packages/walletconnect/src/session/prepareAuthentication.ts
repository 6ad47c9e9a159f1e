import type { AuthenticationRequest, Cacao } from './Authentication.ts'
import { formatAuthenticationMessage } from './formatAuthenticationMessage.ts'
import { readRecap, readRecapGrants, writeRecap } from './recap.ts'
import { familyOf } from './validateNamespaces.ts'

/** A sign-in that is not signed yet. */
export type PreparedAuthentication = {
  /** Text that the visitor sees and the key signs. */
  message: string
  /** @param type `eip191` by a key (the default), `eip1271` by a contract */
  toCacao: (signature: string, type?: string) => Cacao
}

/**
 * Prepares the sign-in that an app requests, for one account. Limits its recap to the chains and methods that the wallet supports.
 * Source: WalletConnect specification, wallet authentication; CAIP-74, ERC-5573.
 *
 * @param options.account CAIP-10; the sign-in is for its chain
 * @param options.supported chains (CAIP-2) and methods of the wallet; default: all requested ones
 * @example
 * const { message, toCacao } = prepareAuthentication({ request, account: 'eip155:1:0xd8dA…' })
 * await wallet.authenticate({ id, authentications: [toCacao(await key.signMessage({ message }))] })
 */
export function prepareAuthentication({
  request,
  account,
  supported,
}: {
  request: AuthenticationRequest
  account: string
  supported?: { chains: readonly string[]; methods: readonly string[] }
}): PreparedAuthentication {
  const recap = readRecap(request.resources)
  const resources = [...(request.resources ?? [])]
  if (recap && supported) {
    resources.pop()
    const methods = readRecapGrants(recap).methods.filter((method) => supported.methods.includes(method))
    const chains = request.chains.filter((chain) => supported.chains.includes(chain))
    if (methods.length) resources.push(writeRecap({ family: familyOf(account), methods, chains }))
  }
  const payload: Cacao['p'] = {
    iss: `did:pkh:${account}`,
    domain: request.domain,
    aud: request.uri,
    version: request.version,
    nonce: request.nonce,
    iat: request.issuedAt,
    ...(request.notBefore && { nbf: request.notBefore }),
    ...(request.expirationTime && { exp: request.expirationTime }),
    ...(request.statement && { statement: request.statement }),
    ...(request.requestId && { requestId: request.requestId }),
    ...(request.resources && { resources }),
  }
  return {
    message: formatAuthenticationMessage(payload),
    toCacao: (signature, type = 'eip191') => ({ h: { t: 'caip122' }, p: payload, s: { t: type, s: signature } }),
  }
}
