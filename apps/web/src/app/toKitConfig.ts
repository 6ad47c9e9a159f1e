import type { LatchkeyConfig, WalletConnectWays } from '@latchkey/core'
import { createServerSiwx } from '@latchkey/core/siwx'
import { watchSiwx } from '../signIn/watchSiwx.ts'
import { canSignIn, type SiteConfig, tokenOf } from '../site/siteConfig.ts'
import { statementOf } from './statementOf.ts'

/** Makes the kit's configuration of a site's. `url` is the site's own address. */
export function toKitConfig({ site, url }: { site: SiteConfig; url: string }): LatchkeyConfig {
  const { apiUrl, projectId, walletUrl, wallet, walletConnect, connectors, theme, ...rest } = site
  // What is left has the kit's own name for it.
  const { name, tagline, icons, token, defaultNetwork, signIn, links, contacts, sandbox, ...options } = rest
  const pairing = toPairing(walletConnect)
  return {
    ...options,
    apiUrl,
    projectId,
    ...(walletUrl ? { wallet: { ...wallet, url: walletUrl } } : {}),
    // The token's network is the one that its visitors come for.
    defaultNetwork: defaultNetwork ?? tokenOf({ token }).chainId,
    metadata: { name, url, ...(tagline ? { description: tagline } : {}), ...(icons ? { icons } : {}) },
    ...(connectors || pairing ? { connectors: { ...connectors, ...(pairing ? { walletConnect: pairing } : {}) } } : {}),
    ...(canSignIn(site)
      ? {
          siwx: watchSiwx(
            createServerSiwx({
              apiUrl,
              projectId,
              statement: statementOf(name),
              required: signIn === 'required',
              asksOnConnect: signIn !== 'on-demand',
              // What is kept for a visitor is theirs on every network of the site.
              scope: 'account',
            }),
          ),
        }
      : {}),
  }
}

/** The relays of the site; undefined where it has no WalletConnect. */
function toPairing(walletConnect: SiteConfig['walletConnect']): true | WalletConnectWays | undefined {
  if (!walletConnect) return undefined
  const { ownRelay, publicProjectId, publicRelayUrl } = walletConnect === true ? {} : walletConnect
  if (ownRelay === undefined && publicProjectId === undefined) return true
  return {
    ...(ownRelay === undefined ? {} : { ownRelay }),
    ...(publicProjectId
      ? { publicRelay: { projectId: publicProjectId, ...(publicRelayUrl ? { url: publicRelayUrl } : {}) } }
      : {}),
  }
}
