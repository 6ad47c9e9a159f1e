import { isBitcoinChain, isSolanaChain } from '../platform/config/chainConfig.ts'
import type { ChainConfig, ServerConfig } from '../platform/config/ServerConfig.ts'
import { tokenIconUrl } from './tokenIconUrl.ts'

/**
 * Adds an icon of this server to every native token and every listed token, unless the operator set one. Unlisted tokens get none, because
 * their contracts can use any name.
 *
 * @returns the configuration with icons
 */
export function listIcons(config: ServerConfig): ServerConfig {
  const publicUrl = config.http.publicUrl
  const icon = (symbol: string | undefined) => (symbol === undefined ? null : tokenIconUrl({ publicUrl, symbol }))
  const withIcon = <Coin extends { symbol?: string | undefined; iconUrl?: string | undefined }>(coin: Coin): Coin => {
    const iconUrl = coin.iconUrl ?? icon(coin.symbol)
    return iconUrl === null ? coin : { ...coin, iconUrl }
  }
  return {
    ...config,
    chains: config.chains.map((chain): ChainConfig => {
      const nativeCurrency = withIcon(chain.nativeCurrency)
      if (isBitcoinChain(chain)) return { ...chain, nativeCurrency }
      if (isSolanaChain(chain)) return { ...chain, nativeCurrency, tokens: chain.tokens.map(withIcon) }
      return { ...chain, nativeCurrency, tokens: chain.tokens.map(withIcon) }
    }),
  }
}
