import type { ChainId } from '@latchkey/protocol'
import type { Cacao } from '@latchkey/walletconnect'
import type { SiwxSession } from '../../siwx/Siwx.ts'

/**
 * A signed sign-in as the app's store takes it. The text is the one that the wallet signed, rebuilt from the payload; whether it is
 * what was asked, and whether the signature fits, is judged there. Source: CAIP-74, CAIP-122.
 *
 * @param options.message the text of the payload
 */
export function toSignIn({ cacao: { p, s }, message }: { cacao: Cacao; message: string }): SiwxSession {
  const account = p.iss.replace(/^did:pkh:/, '')
  const split = account.lastIndexOf(':')
  // What the text says above its fields: the app's own sentence, and what it lets the site do (ERC-5573).
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
      // Checked by whoever takes it, like every field.
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
