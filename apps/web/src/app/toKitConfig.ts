import type { LatchkeyConfig, WalletConnectWays } from '@latchkey/core'
import { createServerSiwx } from '@latchkey/core/siwx'
import { watchSiwx } from '../signIn/watchSiwx.ts'
import { canSignIn, type SiteConfig, tokenOf } from '../site/siteConfig.ts'
import { statementOf } from './statementOf.ts'

/** Converts the site's configuration to the kit's. `url` is the site's own URL. */
export function toKitConfig({ site, url }: { site: SiteConfig; url: string }): LatchkeyConfig {
  const { apiUrl, projectId, walletUrl, wallet, walletConnect, connectors, theme, ...rest } = site
  // The remaining keys have the same names in the kit.
  const { name, tagline, icons, token, defaultNetwork, signIn, links, contacts, sandbox, ...options } = rest
  const pairing = toPairing(walletConnect)
  return {
    ...options,
    apiUrl,
    projectId,
    ...(walletUrl ? { wallet: { ...wallet, url: walletUrl } } : {}),
    // Visitors come for the token, so start on its network.
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
              // A visitor's data is the same on every network of the site.
              scope: 'account',
            }),
          ),
        }
      : {}),
  }
}

/** Returns the relays of the site; undefined without WalletConnect. */
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
