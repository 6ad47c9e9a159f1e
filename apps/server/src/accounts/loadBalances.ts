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

/** Balances of one account on one chain. `stale` is the age in seconds of data that could not be renewed; 0 if current. */
export type ChainBalances = { balances: Balance[]; stale: number }

/** Maximum number of an account's tokens that are read from the chain while the index lags behind. */
const maxLive = 200

/**
 * Loads the balances of an account on one chain from the index. It reads some balances from the chain: listed tokens and the
 * native token of an unknown account, all balances while the index lags behind, and forced tokens. If the chain does not
 * respond, it returns the index's data with its age.
 *
 * @throws LatchkeyError `upstream_unavailable` if neither the chain nor the index has data
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
      // Fail rather than return a made-up zero. Recent data would still be better than an error.
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

  // A forced token is returned even with a zero balance, because that answers the request.
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

/** Orders balances by value, those without a price last, then by name. */
export function compareBalances(a: Balance, b: Balance): number {
  if (a.value !== b.value) return (b.value ?? -1) - (a.value ?? -1)
  return a.name < b.name ? -1 : a.name > b.name ? 1 : a.chainId < b.chainId ? -1 : a.chainId > b.chainId ? 1 : 0
}
