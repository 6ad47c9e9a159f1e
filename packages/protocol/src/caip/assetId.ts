import { type AccountId, parseAccountId } from './accountId.ts'
import { type ChainId, isChainId } from './chainId.ts'

/** An asset: `chain/namespace:reference`, for example `eip155:1/erc20:0x…`. Source: CAIP-19. */
export type AssetId = `${ChainId}/${string}:${string}`

/** Whether a value has the shape of a CAIP-19 asset on a known network family. */
export function isAssetId(value: unknown): value is AssetId {
  if (typeof value !== 'string') return false
  const slash = value.indexOf('/')
  return isChainId(value.slice(0, slash)) && /^[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}$/.test(value.slice(slash + 1))
}

/**
 * Converts a token contract to a CAIP-19 asset.
 *
 * @example toErc20AssetId('eip155:1:0xA0b8…eB48') // 'eip155:1/erc20:0xA0b8…eB48'
 */
export function toErc20AssetId(token: AccountId): AssetId {
  const { chainId, address } = parseAccountId(token)
  return `${chainId}/erc20:${address}`
}
