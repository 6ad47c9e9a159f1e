import { type AccountId, nativeEvmAddress, parseAccountId } from '@latchkey/protocol'
import { getSwapTokens } from '@latchkey/protocol/api'
import type { Subject } from '../account/readSubject.ts'
import type { BalancesFeature } from '../balances/BalancesFeature.ts'
import type { ApiClient } from '../http/createApiClient.ts'
import type { SwapToken } from './SwapFeature.ts'

/**
 * Lists the tokens that the server can swap, with the balances of the account. All balances come from one source, so that a list never
 * mixes two moments. Until the balances load, they are unknown rather than 0.
 */
export async function listSwapTokens({
  client,
  subject,
  balances,
}: {
  client: ApiClient
  subject: Subject
  balances: Pick<BalancesFeature, 'getState' | 'refresh'>
}): Promise<readonly SwapToken[]> {
  const isHeld = () => balances.getState().account === subject.accountId && balances.getState().data !== undefined
  const [{ data }] = await Promise.all([
    client.request(getSwapTokens, { query: { chainId: subject.network.caipNetworkId } }),
    isHeld() ? undefined : balances.refresh(),
  ])
  const { data: listed, otherAssets } = balances.getState()
  const rows = isHeld() ? [...(listed ?? []), ...(otherAssets ?? [])] : undefined
  const owned = new Map(rows?.map(({ address, quantity }) => [keyOf(address), quantity.numeric]))
  return data.tokens
    .filter(({ address }) => parseAccountId(address).chainId === subject.network.caipNetworkId)
    .map((token) => ({
      ...token,
      // For a token that the operator does not list, the server may know only the transfers since its index began.
      balance: rows && (owned.get(keyOf(token.address)) ?? (token.listed ? '0' : undefined)),
    }))
}

function keyOf(address: AccountId | undefined): string {
  return address === undefined ? nativeEvmAddress : parseAccountId(address).address.toLowerCase()
}
