/**
 * Whether the domain in a sign-in is that of the app that asks: host and port, or the host alone where the text names no port.
 * Source: EIP-4361, `domain`.
 */
export function checkDomain({ domain, host }: { domain: string | undefined; host: string | null }): boolean {
  if (domain === undefined || host === null) return false
  const wanted = domain.toLowerCase()
  const own = host.toLowerCase()
  return wanted === own || (!/:\d+$/.test(wanted) && wanted === own.replace(/:\d+$/, ''))
}

/** The domain in a sign-in text: what stands before "wants you to sign in". Source: EIP-4361, CAIP-122. */
export function domainOf(text: string): string | undefined {
  const [, authority] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your /.exec(text) ?? []
  return authority
}
