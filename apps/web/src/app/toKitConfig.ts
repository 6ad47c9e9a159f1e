import type { LatchkeyConfig } from '@latchkey/core'
import { createServerSiwx } from '@latchkey/core/siwx'
import { watchSiwx } from '../signIn/watchSiwx.ts'
import { canSignIn, type SiteConfig, tokenOf } from '../site/siteConfig.ts'
import { statementOf } from './statementOf.ts'

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
