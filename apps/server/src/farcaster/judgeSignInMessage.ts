import type { SiwxMessageData } from '@latchkey/protocol/siwx'

/** What a message must say to be an answer to our request. */
export type ExpectedSignIn = {
  /** Who asks: the wallet's own origin. */
  origin: string
  uri: string
  nonce: string
  /** Unix milliseconds. */
  now: number
}

/** Why a message is no answer to our request. */
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

/** The words and the chain of every sign-in with Farcaster. Source: FIP-11. */
const statement = 'Farcaster Auth'
const chainId = 'eip155:10'

/** Milliseconds by which the clock of a phone may be off. */
const clockSkew = 5 * 60_000
/** Milliseconds that a channel lives: a message that is older was signed for another one. */
const oldest = 10 * 60_000

/**
 * Holds a message against what was asked, without any look outside.
 *
 * @returns the number of the account that it is for, or the first thing that is wrong
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

  // One account and nothing beside it: who signs for more than one of them says nothing about who they are.
  const [resource = '', ...others] = message.resources ?? []
  const fid = /^farcaster:\/\/fid\/([1-9]\d{0,18})$/.exec(resource)?.[1]
  return fid === undefined || others.length > 0 ? { flaw: 'resource' } : { fid }
}
