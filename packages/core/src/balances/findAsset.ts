import { nativeAddressOf, parseChainId } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import type { BalancesState } from './BalancesFeature.ts'

/**
 * Returns the row of a token in the balances of an account, including tokens with 0 decimals.
 *
 * @param options.assetAddress CAIP-10 of the token, or its address; the letter case of an EVM address does not matter. Default: the native
 *   token, which also has a placeholder address
 * @returns undefined if the account does not have the token; never another token
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
    // Base58 is case-sensitive.
    return namespace === 'eip155' ? own.toLowerCase() === asked.toLowerCase() : own === asked
  })
}
