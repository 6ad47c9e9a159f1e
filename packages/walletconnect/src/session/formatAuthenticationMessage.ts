import { type AccountId, parseAccountId } from '@latchkey/protocol'
import { describeRecap, writeSiwxMessage } from '@latchkey/protocol/siwx'
import type { Cacao } from './Authentication.ts'
import { readRecap } from './recap.ts'

/** Returns the CAIP-10 account of a payload. */
export function accountOf({ iss }: Pick<Cacao['p'], 'iss'>): string {
  return iss.replace(/^did:pkh:/, '')
}

/**
 * Returns the text to sign for the payload of a sign-in: EIP-4361 for `eip155`, the same form with the family's name otherwise. The
 * statement lists the grants of its recap. Source: CAIP-74, CAIP-122, ERC-5573.
 *
 * @example
 * const text = formatAuthenticationMessage(cacao.p)
 * await verifyMessage({ address, message: text, signature: cacao.s.s })
 */
export function formatAuthenticationMessage(payload: Cacao['p']): string {
  const { chainId, address } = parseAccountId(accountOf(payload) as AccountId)
  const { domain, aud, version, nonce, iat, exp, nbf, requestId, resources } = payload
  const recap = readRecap(resources)
  const grants = recap && describeRecap(recap)
  const statement =
    grants && !payload.statement?.includes(grants)
      ? [payload.statement, grants].filter(Boolean).join(' ')
      : payload.statement
  return writeSiwxMessage({
    ...{ accountAddress: address, chainId, domain, uri: aud, version, nonce, issuedAt: iat },
    ...(statement && { statement }),
    ...(exp && { expirationTime: exp }),
    ...(nbf && { notBefore: nbf }),
    ...(requestId && { requestId }),
    ...(resources && { resources }),
  })
}
