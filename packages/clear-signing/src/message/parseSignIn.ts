import { readAddress } from '../address/readAddress.ts'
import { type SignInText, signInParts } from './SignInText.ts'

/** A sign-in message. Source: EIP-4361. */
export type SignIn = SignInText & {
  address: `0x${string}`
  uri: string
  chainId: string
  nonce: string
  issuedAt: string
}

const opening = ' wants you to sign in with your Ethereum account:'
const { domain, time, uri } = signInParts

/**
 * Parses a sign-in message strictly by the grammar of EIP-4361.
 *
 * @returns undefined if it is none
 */
export function parseSignIn(text: string): SignIn | undefined {
  const grammar = new RegExp(
    [
      `^${domain}${opening}\n(0x[0-9a-fA-F]{40})\n\n(?:([^\n]+)\n)?\n`,
      `URI: (${uri})\nVersion: 1\nChain ID: (\\d{1,20})\nNonce: ([a-zA-Z0-9]{8,})\nIssued At: (${time})`,
      `(?:\nExpiration Time: (${time}))?(?:\nNot Before: (${time}))?`,
      `(?:\nRequest ID: [!-~]*)?(?:\nResources:(?:\n- ${uri})*)?$`,
    ].join(''),
  )
  const match = grammar.exec(text)
  if (!match) return undefined
  const [, scheme, host = '', account, statement, target = '', chainId = '', nonce = '', issuedAt = '', ...times] =
    match
  const address = readAddress(account)
  if (!address || account !== address) return undefined
  const [expirationTime, notBefore] = times
  return {
    ...{ scheme: scheme?.toLowerCase(), domain: host, address, statement, uri: target, chainId, nonce, issuedAt },
    ...{ expirationTime, notBefore },
  }
}

/** Returns the claimed domain of a message that resembles a sign-in, however it continues; undefined for other messages. */
export function claimedDomain(text: string): { domain: string } | undefined {
  // Replace each gap by one character first: a pattern with nested gaps takes hours for a message of only spaces.
  const line = text.trimStart().replace(/\s+/g, (gap) => (/[\n\r\u2028\u2029]/.test(gap) ? '\n' : ' '))
  const match = /^(.{0,300}?)\swants\syou\sto\ssign\sin\swith\syour\s\w+\saccount/iu.exec(line)
  if (!match) return undefined
  return { domain: (match[1] ?? '').replace(/^[a-z][a-z0-9+.-]*:\/\//i, '') }
}
