import type { LatchkeyConfig } from '@latchkey/core'
import { type SiteConfig, tokenOf } from './siteConfig.ts'

/** What the kit is told of a site. `url` is the site's own address. */
export function toKitConfig({
  site: { apiUrl, walletUrl, projectId, networks, name, tagline, token, walletConnect },
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
  }
}
