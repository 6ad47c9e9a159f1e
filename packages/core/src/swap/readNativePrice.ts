import { nativeEvmAddress, parseAccountId } from '@latchkey/protocol'
import { getConvertTokens } from '@latchkey/protocol/api'
import type { SwapWork } from './buildSwap.ts'
import type { CheckedSwap } from './checkSwapForm.ts'

/**
 * What the native coin is worth where no list of tokens and no balances said it: as the form has it, or by the server.
 *
 * @returns usd; undefined when nobody knows. Never throws: it only serves for display
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
  const tokens = await client.request(getConvertTokens, { query }).then(
    ({ data }) => data.tokens,
    () => [],
  )
  return (
    tokens.find(({ address }) => parseAccountId(address).address.toLowerCase() === nativeEvmAddress)?.price ?? undefined
  )
}
