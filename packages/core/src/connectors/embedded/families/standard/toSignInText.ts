/**
 * Creates the message of Sign In With Solana (`SolanaSignInInput`). Its text is that of EIP-4361, with most fields optional. The defaults
 * of domain and address are those of the page and the account.
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

/** In the order of the message. */
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
