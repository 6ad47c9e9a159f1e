import { nativeEvmAddress, parseAccountId } from '@latchkey/protocol'
import { getSwapTokens } from '@latchkey/protocol/api'
import type { SwapWork } from './buildSwap.ts'
import type { CheckedSwap } from './checkSwapForm.ts'

/**
 * Returns the price of the native token from the form or the server, if neither the list of tokens nor the balances have it.
 *
 * @returns usd; undefined if unknown. Never throws, because the price is only for display
 */
export async function readNativePrice({
  work: { client, subject },
  checked: { from, to },
}: {
  work: Pick<SwapWork, 'client' | 'subject'>
  checked: Pick<CheckedSwap, 'from' | 'to'>
}): Promise<number | undefined> {
  const chosen = [from, to].find(({ address }) => address === undefined)?.token.price
  if (chosen !== undefined && chosen !== null) return chosen
  const query = { chainId: subject.network.caipNetworkId, address: nativeEvmAddress }
  const tokens = await client.request(getSwapTokens, { query }).then(
    ({ data }) => data.tokens,
    () => [],
  )
  return (
    tokens.find(({ address }) => parseAccountId(address).address.toLowerCase() === nativeEvmAddress)?.price ?? undefined
  )
}
