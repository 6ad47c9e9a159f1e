import { type ChainNamespace, parseChainId } from '../caip/chainId.ts'
import type { SiwxMessageData } from './SiwxMessageData.ts'

/** What the text calls the account of a family. Source: EIP-4361, CAIP-122. */
export const siwxBlockchains = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
} as const satisfies Record<ChainNamespace, string>

/** The names of the lines that have a field each, in their order. Source: EIP-4361. */
export const siwxLabels = {
  uri: 'URI',
  version: 'Version',
  chainId: 'Chain ID',
  nonce: 'Nonce',
  issuedAt: 'Issued At',
  expirationTime: 'Expiration Time',
  notBefore: 'Not Before',
  requestId: 'Request ID',
} as const satisfies { [Field in keyof SiwxMessageData]?: string }

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
  ]
  for (const [field, label] of Object.entries(siwxLabels) as [keyof typeof siwxLabels, string][]) {
    const value = field === 'chainId' ? reference : data[field]
    if (value !== undefined) lines.push(`${label}: ${value}`)
  }
  if (resources) lines.push('Resources:', ...resources.map((resource) => `- ${resource}`))
  return lines.join('\n')
}
