import { readFileSync } from 'node:fs'
import type { Sandbox } from './Sandbox.ts'

/**
 * Returns the headers that a production host of the site should send, so that tests run under them. Only the site and its server can be
 * reached; scripts and styles are files.
 *
 * @param options.sitePath file of the configuration, read again for each request
 */
export function siteHeaders({
  sitePath,
  sandbox,
}: {
  sitePath: string | undefined
  sandbox: Sandbox | undefined
}): Readonly<Record<string, string>> {
  const { api, wallet, relays } = origins(sitePath)
  const connect = [...relays, ...nodeOrigins(sandbox)]
  return {
    'content-security-policy': contentSecurityPolicy({ api, wallet, connect }),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}

/** Returns the origins of the nodes that the test wallet uses. */
function nodeOrigins(sandbox: Sandbox | undefined): readonly string[] {
  const { solana, bip122 } = sandbox?.families ?? {}
  const urls = [
    ...(sandbox?.chains.map(({ rpcUrl }) => rpcUrl) ?? []),
    ...Object.values(solana?.rpcUrls ?? {}),
    ...Object.values(bip122?.esploraUrls ?? {}),
  ]
  return [...new Set(urls.map((url) => new URL(url).origin))]
}

/** The public relay unless the site names another. Used only if the site has a project ID for it. */
const publicRelay = 'wss://relay.walletconnect.org'

/**
 * Returns the content security policy of the site. `api` is the server's origin, which also serves the relay and the event stream;
 * `wallet` is the frame's origin, and `connect` lists further origins.
 */
export function contentSecurityPolicy({
  api,
  wallet,
  connect,
}: {
  api: string | undefined
  wallet: string | undefined
  connect: readonly string[]
}): string {
  const server = api ? [api, api.replace(/^http/, 'ws')] : []
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', ...(api ? [api] : [])],
    'connect-src': ["'self'", ...server, ...connect],
    'font-src': ["'self'"],
    'frame-src': wallet ? [wallet] : ["'none'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

function origins(sitePath: string | undefined): {
  api: string | undefined
  wallet: string | undefined
  relays: readonly string[]
} {
  const none = { api: undefined, wallet: undefined, relays: [] }
  if (!sitePath) return none
  try {
    const { apiUrl, walletUrl, walletConnect } = JSON.parse(readFileSync(sitePath, 'utf8')) as {
      apiUrl?: string
      walletUrl?: string
      walletConnect?: boolean | { ownRelay?: boolean | string; publicProjectId?: string; publicRelayUrl?: string }
    }
    const originOf = (url: string | undefined) => (url ? new URL(url).origin : undefined)
    const { ownRelay, publicProjectId, publicRelayUrl } = typeof walletConnect === 'object' ? walletConnect : {}
    const relays = [
      ...(typeof ownRelay === 'string' ? [new URL(ownRelay).origin] : []),
      ...(publicProjectId ? [new URL(publicRelayUrl ?? publicRelay).origin] : []),
    ]
    return { api: originOf(apiUrl), wallet: originOf(walletUrl), relays }
  } catch {
    // The page shows the errors of the file.
    return none
  }
}
