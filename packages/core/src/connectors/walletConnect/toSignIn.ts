import type { ChainId } from '@latchkey/protocol'
import type { Cacao } from '@latchkey/walletconnect'
import type { SiwxSession } from '../../siwx/Siwx.ts'

/**
 * Converts a signed sign-in to the format of the app's store. The text is rebuilt from the payload. The store checks that it matches the
 * request and verifies the signature. Source: CAIP-74, CAIP-122.
 *
 * @param options.message the text of the payload
 */
export function toSignIn({ cacao: { p, s }, message }: { cacao: Cacao; message: string }): SiwxSession {
  const account = p.iss.replace(/^did:pkh:/, '')
  const split = account.lastIndexOf(':')
  // The statement above the fields: the app's own sentence, and the permissions for the site (ERC-5573).
  const statement = /^\n([^\n]+)\n\nURI: /m.exec(message.slice(message.indexOf(account.slice(split + 1))))?.[1]
  const optional = {
    statement,
    expirationTime: p.exp,
    notBefore: p.nbf,
    requestId: p.requestId,
    resources: p.resources,
  }
  return {
    data: {
      accountAddress: account.slice(split + 1),
      // The store checks it, like all fields.
      chainId: account.slice(0, split) as ChainId,
      domain: p.domain,
      uri: p.aud,
      version: p.version,
      nonce: p.nonce,
      issuedAt: p.iat,
      ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
    },
    message,
    signature: s.s,
  }
}
