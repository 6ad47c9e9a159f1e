/**
 * Returns the headers that a host of the demo phone should send. An unreadable configuration gets the strictest ones, and the page shows
 * its errors.
 *
 * @param options.text the text of the configuration
 * @param options.path path of the page: the smart wallet's window answers the site that opened it, and all others have no opener
 */
export function phonePolicy({
  text,
  path = '/',
}: {
  text: string | undefined
  path?: string
}): Readonly<Record<string, string>> {
  const { connect, images } = readOrigins(text)
  const policy: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'connect-src': ["'self'", ...connect],
    'img-src': ["'self'", 'data:', ...images],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  }
  return {
    'content-security-policy': Object.entries(policy)
      .map((directive) => directive.flat().join(' '))
      .join('; '),
    'x-content-type-options': 'nosniff',
    // The URL of a link into the wallet contains the key of a pairing.
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': path === '/smart-wallet.html' ? 'unsafe-none' : 'same-origin',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
  }
}

function readOrigins(text: string | undefined): { connect: readonly string[]; images: readonly string[] } {
  try {
    const {
      relayUrl,
      chains,
      families = {},
      imageOrigins = [],
    } = JSON.parse(text ?? '') as {
      relayUrl: string
      chains: { rpcUrl: string }[]
      families?: Record<string, { networks: { rpcUrl: string }[] }>
      imageOrigins?: string[]
    }
    const { protocol, host } = new URL(relayUrl)
    const networks = [...chains, ...Object.values(families).flatMap((family) => family.networks)]
    return {
      connect: [...new Set([`${protocol}//${host}`, ...networks.map(({ rpcUrl }) => new URL(rpcUrl).origin)])],
      images: imageOrigins.map((origin) => new URL(origin).origin),
    }
  } catch {
    return { connect: [], images: [] }
  }
}
