import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { and, eq } from 'drizzle-orm'
import { indexAge, type ServedChain } from '../chains/readChains.ts'
import { balances } from '../chains/schema.ts'
import type { Context } from '../platform/context.ts'
import { readTokenInfos, type TokenInfo } from '../prices/readTokenInfos.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { readLiveBalances } from './readLiveBalances.ts'
import { findSpam } from './spam.ts'
import { toBalance } from './toBalance.ts'

/** The balances of one account on one chain; `stale` is the age in seconds of what could not be renewed, 0 when fresh. */
export type ChainBalances = { balances: Balance[]; stale: number }

/** Tokens of an account that are read live at most while the index is behind. */
const maxLive = 200

/**
 * Loads the balances of an account on one chain: from the index, and from the chain itself what the index cannot know: the
 * listed tokens and the native coin of an account it never saw, everything while it is behind, and what the caller insists
 * on. When the chain does not answer, what the index has is given with its age.
 *
 * @throws LatchkeyError `upstream_unavailable` when neither the chain nor the index knows anything
 */
export async function loadBalances({
  context,
  rpc,
  served,
  account,
  forced,
}: {
  context: Pick<Context, 'clock' | 'database'>
  rpc: RpcService
  served: ServedChain
  account: EvmAddress
  forced: readonly EvmAddress[]
}): Promise<ChainBalances> {
  const { database, clock } = context
  const { config, key } = served
  const rows =
    key === undefined
      ? []
      : await database
          .select({ token: balances.token, amount: balances.amount })
          .from(balances)
          .where(and(eq(balances.account, account), eq(balances.chain, key)))
  const amounts = new Map(rows.map(({ token, amount }) => [token, amount]))
  const age = indexAge(served, clock.now())
  const isBehind = age > 0
  const live = new Set<EvmAddress>(forced)
  if (!amounts.has(nativeEvmAddress) || !served.traces || isBehind) live.add(nativeEvmAddress)
  for (const { address } of config.tokens) {
    const token = address.toLowerCase() as EvmAddress
    if (!amounts.has(token) || isBehind) live.add(token)
  }
  if (isBehind) for (const token of [...amounts.keys()].slice(0, maxLive)) live.add(token)

  const wanted = new Set([...amounts.keys(), ...live])
  const infos =
    key === undefined
      ? new Map<EvmAddress, TokenInfo>()
      : await readTokenInfos(database, { key, config, addresses: wanted })
  let stale = 0
  if (live.size > 0) {
    try {
      const undescribed = [...live].filter((token) => !infos.has(token))
      const reading = await readLiveBalances({ rpc, config, account, tokens: [...live], undescribed })
      for (const [token, amount] of reading.amounts) amounts.set(token, amount)
      for (const [token, info] of reading.infos) if (!infos.has(token)) infos.set(token, info)
    } catch (cause) {
      // Nothing is better than a made-up zero; but what was true a moment ago is better than nothing.
      if (rows.length === 0) {
        throw new ServiceError('upstream_unavailable', {
          field: 'chainId',
          message: `${config.name} cannot be reached at the moment`,
          cause,
          retryAfter: 1,
        })
      }
      stale = Math.max(1, age, Math.round((clock.now() - served.seenAt) / 1000))
    }
  }

  // What the caller insists on is told even where there is none of it: that is the answer, too.
  const insisted = new Set(forced)
  const held = [...amounts].filter(([token, amount]) => amount > 0n || insisted.has(token))
  const known = held.flatMap(([token]) => infos.get(token) ?? [])
  const spam =
    key === undefined
      ? new Set(known.flatMap(({ address, blocked }) => (blocked ? [address] : [])))
      : await findSpam(database, { key, account, tokens: known })
  return {
    stale,
    balances: held.flatMap(([token, amount]) => {
      const info = infos.get(token)
      if (!info || spam.has(token)) return []
      const address = info.address === nativeEvmAddress ? undefined : info.address
      return [toBalance({ chainId: served.chainId, address, token: info, amount, price: info.price })]
    }),
  }
}

/** By value, what has none last; then by name. */
export function compareBalances(a: Balance, b: Balance): number {
  if (a.value !== b.value) return (b.value ?? -1) - (a.value ?? -1)
  return a.name < b.name ? -1 : a.name > b.name ? 1 : a.chainId < b.chainId ? -1 : a.chainId > b.chainId ? 1 : 0
}
