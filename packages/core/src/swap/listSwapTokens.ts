import { type AccountId, nativeEvmAddress, parseAccountId } from '@latchkey/protocol'
import { getConvertTokens } from '@latchkey/protocol/api'
import type { Subject } from '../account/readSubject.ts'
import type { BalancesFeature } from '../balances/BalancesFeature.ts'
import type { ApiClient } from '../http/createApiClient.ts'
import type { SwapToken } from './SwapFeature.ts'

/**
 * The tokens that the server can swap, with what the account owns of them by its balances: one source, so that a list never
 * mixes two moments. While the balances are not there, what is owned is unknown, never nothing.
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
    client.request(getConvertTokens, { query: { chainId: subject.network.caipNetworkId } }),
    isHeld() ? undefined : balances.refresh(),
  ])
  const { data: listed, otherAssets } = balances.getState()
  const rows = isHeld() ? [...(listed ?? []), ...(otherAssets ?? [])] : undefined
  const owned = new Map(rows?.map(({ address, quantity }) => [keyOf(address), quantity.numeric]))
  return data.tokens
    .filter(({ address }) => parseAccountId(address).chainId === subject.network.caipNetworkId)
    .map((token) => ({
      ...token,
      // Of a token that the operator does not list, the server may know only what moved since it began to look.
      balance: rows && (owned.get(keyOf(token.address)) ?? (token.listed ? '0' : undefined)),
    }))
}

function keyOf(address: AccountId | undefined): string {
  return address === undefined ? nativeEvmAddress : parseAccountId(address).address.toLowerCase()
}
