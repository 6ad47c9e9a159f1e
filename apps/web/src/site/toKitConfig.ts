import type { LatchkeyConfig } from '@latchkey/core'
import { createSiteSiwx } from '../signIn/createSiteSiwx.ts'
import { watchSiwx } from '../signIn/watchSiwx.ts'
import { canSignIn, type SiteConfig, tokenOf } from './siteConfig.ts'

/** What the kit is told of a site. `url` is the site's own address. */
export function toKitConfig({
  site: { apiUrl, walletUrl, projectId, networks, name, tagline, token, walletConnect, signIn },
  url,
}: {
  site: SiteConfig
  url: string
}): LatchkeyConfig {
  const publicProjectId = typeof walletConnect === 'object' ? walletConnect.publicProjectId : undefined
  return {
    apiUrl,
    ...(walletUrl ? { wallet: { url: walletUrl } } : {}),
    projectId,
    networks,
    defaultNetwork: tokenOf({ token }).chainId,
    metadata: { name, url, ...(tagline ? { description: tagline } : {}) },
    ...(walletConnect
      ? { connectors: { walletConnect: publicProjectId ? { publicRelay: { projectId: publicProjectId } } : true } }
      : {}),
    ...(canSignIn({ signIn })
      ? {
          siwx: watchSiwx(
            createSiteSiwx({
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

/** The sentence that the wallet shows. Messages of Ethereum's family are ASCII (EIP-4361), and so in English; a name that is not is left out. */
function statementOf(name: string): string {
  const site = /^[\x20-\x7e]+$/.test(name) ? name : 'this site'
  return `Sign in to ${site}. This moves nothing and costs nothing.`
}
