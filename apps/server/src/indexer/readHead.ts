import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import type { ReadBalance } from '../chains/planBalances.ts'
import { type BalancePair, planBalances } from '../chains/planBalances.ts'
import { runReadPlans } from '../chains/runReadPlans.ts'
import { transferKind } from '../chains/transferKind.ts'
import { type PoolState, planPools } from '../prices/planPools.ts'
import type { Pool } from '../prices/poolMath.ts'
import { planSupplies, planTokens, type TokenDescription } from '../tokens/planTokens.ts'
import type { RangeRows } from './buildRange.ts'
import type { ChainScope } from './ChainScope.ts'

/** State at the head of everything that a range touched. */
export type HeadReading = {
  read: ReadBalance[]
  descriptions: TokenDescription[]
  supplies: { address: EvmAddress; totalSupply: bigint }[]
  pools: PoolState[]
}

/**
 * Reads the balances, new tokens, supplies and pools that a range at the head touched, in one request. The announcement that
 * follows is then exact: it includes transfer fees, rebasing and gas.
 */
export async function readHead(
  scope: ChainScope,
  { rows, pools, known }: { rows: RangeRows; pools: readonly Pool[]; known: ReadonlySet<EvmAddress> },
): Promise<HeadReading> {
  const pairs: BalancePair[] = []
  for (const [token, accounts] of rows.deltas) for (const account of accounts.keys()) pairs.push({ token, account })
  const fresh = [...rows.tokens].flatMap(([address, kind]) => (known.has(address) ? [] : [{ address, kind }]))
  const freshSet = new Set(fresh.map(({ address }) => address))
  const supplies = [...rows.supplies].filter((token) => !freshSet.has(token) && token !== nativeEvmAddress)
  const [read, descriptions, totals, states] = await runReadPlans({
    reader: scope.reader,
    plans: [
      planBalances(pairs),
      planTokens({ tokens: fresh, listed: scope.listed }),
      planSupplies(supplies.filter((token) => rows.tokens.get(token) !== transferKind.erc1155)),
      planPools(pools),
    ],
    block: rows.to,
    signal: scope.signal,
  })
  return { read, descriptions, supplies: totals, pools: states }
}
