import { isBitcoinChain, isSolanaChain } from '../platform/config/chainConfig.ts'
import type { ChainConfig, ServerConfig } from '../platform/config/ServerConfig.ts'
import { tokenIconUrl } from './tokenIconUrl.ts'

/**
 * Gives every native coin and every listed token an icon of this server where the operator named none. Tokens that nobody
 * lists get none here or elsewhere: their names are whatever their contracts say.
 *
 * @returns the configuration with the icons filled in
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
