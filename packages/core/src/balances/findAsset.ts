import { nativeAddressOf, parseChainId } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import type { BalancesState } from './BalancesFeature.ts'

/**
 * Finds the row of one asset among the balances of an account, tokens with 0 decimals included.
 *
 * @param options.assetAddress CAIP-10 of the token, or its address alone; the letter case of an EVM address does not matter. The native
 * coin where left out, or where it is the address that stands for it
 * @returns undefined when the account has none of it; never another asset
 * @example
 * const token = findAsset({ balances: latchkey.balances.getState(), assetAddress: 'eip155:1:0xA0b8…eB48' })
 * if (token) latchkey.send.edit({ token })
 */
export function findAsset({
  balances: { data = [], otherAssets = [] },
  assetAddress,
}: {
  balances: Pick<BalancesState, 'data' | 'otherAssets'>
  assetAddress?: string | undefined
}): Balance | undefined {
  return [...data, ...otherAssets].find(({ chainId, address }) => {
    const { namespace } = parseChainId(chainId)
    const native = `${chainId}:${nativeAddressOf[namespace]}`
    if (assetAddress === undefined) return address === undefined
    const asked = assetAddress.includes(':') ? assetAddress : `${chainId}:${assetAddress}`
    const own = address ?? native
    // Base58 has both cases; they are different letters.
    return namespace === 'eip155' ? own.toLowerCase() === asked.toLowerCase() : own === asked
  })
}
