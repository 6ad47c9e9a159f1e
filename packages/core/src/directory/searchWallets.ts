import { getWallets, type WalletListing } from '@latchkey/protocol/api'
import type { CoreContext } from '../CoreContext.ts'
import { createApiClient } from '../http/createApiClient.ts'

/** The length of a page of the directory (specification 9). */
export const walletPageSize = 40
/** How many a search answers at most (specification 9). */
export const walletSearchSize = 100

/** Reads a page of the operator's wallet directory. @throws LatchkeyError `network_request_failed`, `response_invalid` */
export async function searchWallets({
  context: { config, environment },
  search,
  page = 1,
  signal,
}: {
  context: CoreContext
  search?: string
  page?: number
  signal?: AbortSignal
}): Promise<{ data: readonly WalletListing[]; count: number }> {
  const client = createApiClient({ ...config, fetch: environment.fetch })
  const exclude = config.excludedWalletIds ?? []
  const { data } = await client.request(getWallets, {
    query: {
      page: String(page),
      entries: String(search ? walletSearchSize : walletPageSize),
      ...(search ? { search } : {}),
      ...(exclude.length > 0 ? { exclude: exclude.join(',') } : {}),
    },
    signal,
  })
  return data
}
