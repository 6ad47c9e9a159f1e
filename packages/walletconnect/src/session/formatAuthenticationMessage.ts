import type { Cacao } from './Authentication.ts'
import { describeRecap, readRecap } from './recap.ts'
import { familyOf } from './validateNamespaces.ts'

const names: Readonly<Record<string, string>> = { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin' }

/** The CAIP-10 account that a payload is of. */
export function accountOf({ iss }: Pick<Cacao['p'], 'iss'>): string {
  return iss.replace(/^did:pkh:/, '')
}

/**
 * The text that was, or is to be, signed for the payload of a sign-in: EIP-4361 for `eip155`, the same form with the family's name
 * otherwise. What its recap allows is said in the statement. Source: CAIP-74, CAIP-122, ERC-5573.
 *
 * @example
 * const text = formatAuthenticationMessage(cacao.p)
 * await verifyMessage({ address, message: text, signature: cacao.s.s })
 */
export function formatAuthenticationMessage(payload: Cacao['p']): string {
  const account = accountOf(payload)
  const [family = '', reference = '', address = ''] = account.split(':')
  const recap = readRecap(payload.resources)
  const grants = recap && describeRecap(recap)
  const { statement } = payload
  const sentence = grants && !statement?.includes(grants) ? [statement, grants].filter(Boolean).join(' ') : statement
  const lines = [
    `${payload.domain} wants you to sign in with your ${names[familyOf(account)] ?? family} account:`,
    address,
    '',
    ...(sentence ? [sentence] : []),
    '',
    `URI: ${payload.aud}`,
    `Version: ${payload.version}`,
    `Chain ID: ${reference}`,
    `Nonce: ${payload.nonce}`,
    `Issued At: ${payload.iat}`,
  ]
  if (payload.exp) lines.push(`Expiration Time: ${payload.exp}`)
  if (payload.nbf) lines.push(`Not Before: ${payload.nbf}`)
  if (payload.requestId) lines.push(`Request ID: ${payload.requestId}`)
  if (payload.resources) lines.push('Resources:', ...payload.resources.map((resource) => `- ${resource}`))
  return lines.join('\n')
}
