import type { Plugin } from 'vite'
import type { FamilyAssets, WalletAssets } from './WalletAssets.ts'

/**
 * Provides `virtual:wallet-assets` and `virtual:family-assets`: the URLs and hashes of the files built before. Two modules, because a
 * page includes the whole of one.
 */
export function walletAssetsPlugin({
  assets = {},
  families = {},
}: {
  assets?: Partial<WalletAssets>
  families?: Partial<FamilyAssets>
}): Plugin {
  const modules: Record<string, string> = {
    'virtual:wallet-assets': `export const walletAssets = ${JSON.stringify(assets)}`,
    'virtual:family-assets': `export const familyAssets = ${JSON.stringify(families)}`,
  }
  return {
    name: 'latchkey:wallet-assets',
    resolveId: (source) => (source in modules ? `\0${source}` : undefined),
    load: (source) => modules[source.slice(1)],
  }
}
