import type { ChainId } from '@latchkey/protocol'
import type { SiteConfig } from './siteConfig.ts'

/** A network's block explorer. */
export type Explorer = { name: string; url: string }

/** Returns the block explorer of one of the site's networks; undefined without one. */
export function explorerOf({
  networks,
  chainId,
}: Pick<SiteConfig, 'networks'> & { chainId: ChainId }): Explorer | undefined {
  return networks.find(({ caipNetworkId }) => caipNetworkId === chainId)?.blockExplorers?.default
}

/** Returns the URL of a page in an explorer, such as `tx/0x…`. */
export function explorerUrl({ explorer: { url }, path }: { explorer: Explorer; path: string }): string {
  return `${url.replace(/\/$/, '')}/${path}`
}
