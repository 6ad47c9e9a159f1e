/**
 * Writes the text that somebody signs to sign in with Solana. Source: Sign In With Solana (`SolanaSignInInput`), whose text is that of
 * EIP-4361 with most of its fields left to the site. What the site leaves out of domain and address is the page's and the account's.
 *
 * @example toSignInText({ fields: { statement: 'Welcome' }, address, site: location })
 */
export function toSignInText({
  fields,
  address,
  site,
}: {
  fields: Record<string, unknown>
  address: string
  site: { host: string; href: string }
}): string {
  const text = (name: string) => (typeof fields[name] === 'string' ? (fields[name] as string) : undefined)
  const lines = names.flatMap(([name, label]) => {
    const value = text(name)
    return value === undefined ? [] : [`${label}: ${value}`]
  })
  const resources = Array.isArray(fields.resources) ? fields.resources.filter((one) => typeof one === 'string') : []
  if (resources.length > 0) lines.push('Resources:', ...resources.map((resource) => `- ${resource}`))
  const statement = text('statement')
  return [
    `${text('domain') ?? site.host} wants you to sign in with your Solana account:\n${address}`,
    ...(statement === undefined ? [] : [statement]),
    ...(lines.length > 0 ? [lines.join('\n')] : []),
  ].join('\n\n')
}

/** In the order in which they are written. */
const names = [
  ['uri', 'URI'],
  ['version', 'Version'],
  ['chainId', 'Chain ID'],
  ['nonce', 'Nonce'],
  ['issuedAt', 'Issued At'],
  ['expirationTime', 'Expiration Time'],
  ['notBefore', 'Not Before'],
  ['requestId', 'Request ID'],
] as const
