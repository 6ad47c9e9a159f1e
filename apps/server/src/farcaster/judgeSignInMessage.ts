import type { SiwxMessageData } from '@latchkey/protocol/siwx'

/** Required content of a message that answers our request. */
export type ExpectedSignIn = {
  /** Requester: the wallet's origin. */
  origin: string
  uri: string
  nonce: string
  /** Unix milliseconds. */
  now: number
}

/** Reason why a message does not answer our request. */
export type MessageFlaw =
  | 'malformed'
  | 'domain'
  | 'uri'
  | 'nonce'
  | 'chainId'
  | 'statement'
  | 'resource'
  | 'issuedAt'
  | 'expired'
  | 'notBefore'

/** Statement and chain of every sign-in with Farcaster. Source: FIP-11. */
const statement = 'Farcaster Auth'
const chainId = 'eip155:10'

/** Tolerated clock difference of phones in milliseconds. */
const clockSkew = 5 * 60_000
/** Milliseconds that a channel lives. An older message was signed for another one. */
const oldest = 10 * 60_000

/**
 * Checks a message against our request, without external calls.
 *
 * @returns the id of its account, or the first flaw
 * @see FIP-11
 */
export function judgeSignInMessage({
  message,
  expected: { origin, uri, nonce, now },
}: {
  message: SiwxMessageData
  expected: ExpectedSignIn
}): { fid: string } | { flaw: MessageFlaw } {
  const { host, protocol } = new URL(origin)
  const { domain, scheme } = message
  if (domain !== host || (scheme !== undefined && `${scheme}:` !== protocol)) return { flaw: 'domain' }
  if (message.uri !== uri) return { flaw: 'uri' }
  if (message.nonce !== nonce) return { flaw: 'nonce' }
  if (message.chainId !== chainId) return { flaw: 'chainId' }
  if (message.statement !== statement) return { flaw: 'statement' }

  const issuedAt = Date.parse(message.issuedAt ?? '')
  if (!(issuedAt <= now + clockSkew && issuedAt >= now - oldest - clockSkew)) return { flaw: 'issuedAt' }
  if (message.expirationTime !== undefined && !(Date.parse(message.expirationTime) > now)) return { flaw: 'expired' }
  if (message.notBefore !== undefined && !(Date.parse(message.notBefore) <= now + clockSkew))
    return { flaw: 'notBefore' }

  // Exactly one account: a message for several accounts does not identify the user.
  const [resource = '', ...others] = message.resources ?? []
  const fid = /^farcaster:\/\/fid\/([1-9]\d{0,18})$/.exec(resource)?.[1]
  return fid === undefined || others.length > 0 ? { flaw: 'resource' } : { fid }
}
