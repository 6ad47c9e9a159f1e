import { type ChainId, toAccountId } from '@latchkey/protocol'
import { getFungiblePrice, type SmartSession } from '@latchkey/protocol/api'
import type { ApiClient } from '../http/createApiClient.ts'
import type { PermissionToken } from './PermissionsFeature.ts'

/** Loads the tokens of permissions from the server, except those in `known`. */
export async function readPermissionTokens({
  client,
  projectId,
  chainId,
  permissions,
  known,
  signal,
}: {
  client: ApiClient
  projectId: string
  chainId: ChainId
  permissions: readonly Pick<SmartSession, 'permissions'>[]
  known: Readonly<Record<string, PermissionToken>>
  signal: AbortSignal
}): Promise<Readonly<Record<string, PermissionToken>>> {
  const named = permissions.flatMap(({ permissions }) =>
    permissions.flatMap(({ type, data }) => (type === 'erc20-recurring-allowance' ? [data.address.toLowerCase()] : [])),
  )
  const asked = [...new Set(named)].filter((address) => !known[address]).slice(0, 100)
  if (asked.length === 0) return known
  const addresses = asked.map((address) => toAccountId({ chainId, address }))
  const { data } = await client.request(getFungiblePrice, {
    body: { projectId, currency: 'usd', addresses },
    isRead: true,
    signal,
  })
  // In the order of the request. An unknown token has no symbol.
  const found = data.fungibles.flatMap(({ symbol, name, decimals, iconUrl, address }) => {
    const own = address.split(':')[2]?.toLowerCase()
    return symbol && own ? [[own, { symbol, name, decimals, iconUrl }] as const] : []
  })
  return { ...known, ...Object.fromEntries(found) }
}
