import { type ChainNamespace, parseChainId } from '../caip/chainId.ts'
import type { SiwxMessageData } from './SiwxMessageData.ts'

/** What the text calls the account of a family. Source: EIP-4361, CAIP-122. */
export const siwxBlockchains = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
} as const satisfies Record<ChainNamespace, string>

/**
 * Writes the text of a sign-in message: EIP-4361 to the letter for `eip155`, the same form with the family's name otherwise (CAIP-122).
 * It checks nothing: see {@link findSiwxIssue}.
 */
export function writeSiwxMessage(data: SiwxMessageData): string {
  const { namespace, reference } = parseChainId(data.chainId)
  const { scheme, statement, resources } = data
  const lines = [
    `${scheme === undefined ? '' : `${scheme}://`}${data.domain} wants you to sign in with your ${siwxBlockchains[namespace]} account:`,
    data.accountAddress,
    '',
    ...(statement === undefined ? [] : [statement]),
    '',
    `URI: ${data.uri}`,
    `Version: ${data.version}`,
    `Chain ID: ${reference}`,
    `Nonce: ${data.nonce}`,
  ]
  const optional: readonly (readonly [string, string | undefined])[] = [
    ['Issued At', data.issuedAt],
    ['Expiration Time', data.expirationTime],
    ['Not Before', data.notBefore],
    ['Request ID', data.requestId],
  ]
  for (const [name, value] of optional) if (value !== undefined) lines.push(`${name}: ${value}`)
  if (resources) lines.push('Resources:', ...resources.map((resource) => `- ${resource}`))
  return lines.join('\n')
}
