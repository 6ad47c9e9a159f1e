import type { Plugin } from 'vite'

/** The module that page entries import; {@link walletAssetsPlugin} writes it. */
const id = 'virtual:wallet-assets'

/**
 * Gives `virtual:wallet-assets` its content: the urls and hashes of what was built before.
 *
 * @param assets written out as they are
 */
export function walletAssetsPlugin({ assets }: { assets: object }): Plugin {
  return {
    name: 'latchkey:wallet-assets',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) => (source === `\0${id}` ? `export const walletAssets = ${JSON.stringify(assets)}` : undefined),
  }
}
