import type { Plugin } from 'vite'
import type { FamilyAssets, WalletAssets } from './WalletAssets.ts'

/**
 * Gives `virtual:wallet-assets` and `virtual:family-assets` their content: the urls and hashes of what was built before. Two modules,
 * because a page takes the whole of one.
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
