import { type SignInText, signInParts } from '../message/SignInText.ts'

const { domain, time, uri } = signInParts

/**
 * Parses a sign-in message strictly: the abstract form of CAIP-122, and that of Sign In With Solana, in which every field except the
 * account is optional.
 *
 * @param family name in the message: `Solana`, `Bitcoin`
 * @returns undefined if it is none
 */
export function parseFamilySignIn(text: string, family: 'Solana' | 'Bitcoin'): SignInText | undefined {
  const fields = [
    `(?:\nURI: (${uri}))?(?:\nVersion: 1)?(?:\nChain ID: ([!-~]{1,60}))?(?:\nNonce: ([!-~]+))?(?:\nIssued At: (${time}))?`,
    `(?:\nExpiration Time: (${time}))?(?:\nNot Before: (${time}))?(?:\nRequest ID: [!-~]*)?(?:\nResources:(?:\n- ${uri})*)?`,
  ].join('')
  const grammar = new RegExp(
    `^${domain} wants you to sign in with your ${family} account:\n([A-Za-z0-9]{20,100})(?:\n\n(?!URI: |\n)([^\n]+))?(?:\n(?:\n(?=\n))?${fields})?$`,
  )
  const match = grammar.exec(text)
  if (!match) return undefined
  const [, scheme, host = '', address = '', statement, target, chainId, nonce, issuedAt, expirationTime, notBefore] =
    match
  return {
    ...{ scheme: scheme?.toLowerCase(), domain: host, address, statement, uri: target, chainId, nonce, issuedAt },
    ...{ expirationTime, notBefore },
  }
}
