import type { ChainNamespace } from '@latchkey/protocol'
import { getWallets, type WalletListing, walletListingSchema } from '@latchkey/protocol/api'
import * as z from 'zod/mini'
import type { CoreContext } from '../CoreContext.ts'
import { createApiClient } from '../http/createApiClient.ts'
import { readReach } from './readReach.ts'

/** Size of a page of the directory (specification 9). */
export const walletPageSize = 40
/** Largest number of results of a search (specification 9). */
const walletSearchSize = 100

// Each record is validated separately, so that a malformed one hides no other.
const endpoint = { ...getWallets, response: z.object({ data: z.array(z.unknown()), count: z.number() }) }

/**
 * Loads a page of the operator's wallet directory: wallets of the app's networks, without those that the app excludes.
 *
 * @param options.ids only these wallets
 * @throws LatchkeyError `network_request_failed`, `response_invalid`, refusals of the server
 */
export async function readWalletPage({
  context: { config, environment, onRefusal },
  search,
  page = 1,
  certified = false,
  namespace,
  ids,
  signal,
}: {
  context: CoreContext
  search?: string | undefined
  page?: number | undefined
  certified?: boolean | undefined
  namespace?: ChainNamespace | undefined
  ids?: readonly string[] | undefined
  signal?: AbortSignal | undefined
}): Promise<{ data: readonly WalletListing[]; count: number }> {
  const client = createApiClient({ ...config, fetch: environment.fetch, timers: environment, onRefusal })
  const { excludedWalletIds: exclude = [], includedWalletIds = [] } = config
  const include = ids?.filter((id) => includedWalletIds.length === 0 || includedWalletIds.includes(id))
  if (include && include.length === 0) return { data: [], count: 0 }
  const only = include ?? includedWalletIds
  const reach = readReach(config)
  const chains = config.networks.filter(({ chainNamespace }) => !namespace || chainNamespace === namespace)
  const { data } = await client.request(endpoint, {
    query: {
      page: String(page),
      entries: String(search ? walletSearchSize : walletPageSize),
      chains: chains.map(({ caipNetworkId }) => caipNetworkId).join(','),
      ...(search ? { search } : {}),
      // The order matters only if the app has exactly one of the two relays.
      ...(reach.own === reach.public ? {} : { reach: reach.own ? 'own' : 'public' }),
      ...(certified ? { badge_type: 'certified' } : {}),
      ...(only.length > 0 ? { include: only.join(',') } : {}),
      ...(exclude.length > 0 ? { exclude: exclude.join(',') } : {}),
    },
    signal,
  })
  return {
    count: data.count,
    data: data.data.flatMap((record) => {
      const listing = z.safeParse(walletListingSchema, record)
      return listing.success ? [listing.data] : []
    }),
  }
}
