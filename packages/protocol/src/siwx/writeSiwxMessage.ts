import { type ChainNamespace, parseChainId } from '../caip/chainId.ts'
import type { SiwxMessageData } from './SiwxMessageData.ts'

/** Names of the families in the message. Source: EIP-4361, CAIP-122. */
export const siwxBlockchains = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
} as const satisfies Record<ChainNamespace, string>

/** Names of the lines with one field each, in order. Source: EIP-4361. */
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
 * Writes the text of a sign-in message: exactly EIP-4361 for `eip155`, otherwise the same form with the family's name (CAIP-122). Does not
 * validate the fields: see {@link findSiwxIssue}.
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
