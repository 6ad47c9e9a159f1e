/**
 * Whether the domain in a sign-in equals that of the requesting app: host and port, or only the host if the text has no port.
 * Source: EIP-4361, `domain`.
 */
export function checkDomain({ domain, host }: { domain: string | undefined; host: string | null }): boolean {
  if (domain === undefined || host === null) return false
  const wanted = domain.toLowerCase()
  const own = host.toLowerCase()
  return wanted === own || (!/:\d+$/.test(wanted) && wanted === own.replace(/:\d+$/, ''))
}

/** Returns the domain of a sign-in text: the part before "wants you to sign in". Source: EIP-4361, CAIP-122. */
export function domainOf(text: string): string | undefined {
  const [, authority] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your /.exec(text) ?? []
  return authority
}
