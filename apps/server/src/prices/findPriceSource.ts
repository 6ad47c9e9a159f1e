import {
  type AccountId,
  type EvmAddress,
  nativeEvmAddress,
  nativeSolanaAddress,
  parseAccountId,
} from '@latchkey/protocol'
import { wrappedSolMint } from '@latchkey/solana'
import { isBitcoinChain, isEvmChain } from '../platform/config/chainConfig.ts'
import type { ChainConfig, EvmChainConfig } from '../platform/config/ServerConfig.ts'
import { readLists } from './readTokenInfos.ts'

/** Source of a price: the operator's configuration as a dollar, or the pools of a token on an indexed network. */
export type PriceSource = { kind: 'fixed' } | { kind: 'pools'; chain: EvmChainConfig; token: EvmAddress }

/**
 * Finds the source of a token's price. Uses `priceFrom` if its own network has no pools.
 *
 * @returns undefined if it has no price
 */
export function findPriceSource(chains: readonly ChainConfig[], asset: string): PriceSource | undefined {
  const { chainId, address } = parseAccountId(asset as AccountId)
  const chain = chains.find((one) => one.chainId === chainId)
  if (!chain) return undefined
  if (isEvmChain(chain)) {
    const token = address.toLowerCase() as EvmAddress
    if (readLists(chain).references.has(token)) return { kind: 'fixed' }
    const weth = chain.contracts.weth?.toLowerCase() as EvmAddress | undefined
    return { kind: 'pools', chain, token: token === nativeEvmAddress && weth ? weth : token }
  }
  const own = isBitcoinChain(chain) ? undefined : chain.tokens.find((token) => token.address === address)
  if (own?.usdReference) return { kind: 'fixed' }
  const isCoin = isBitcoinChain(chain) || address === nativeSolanaAddress || address === wrappedSolMint
  const link = own?.priceFrom ?? (isCoin ? chain.priceFrom : undefined)
  return link === undefined ? undefined : findPriceSource(chains, link)
}
