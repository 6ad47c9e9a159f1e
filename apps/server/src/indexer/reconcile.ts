import type { AccountId } from '@latchkey/protocol'
import { type BalancePair, planBalances, type ReadBalance } from '../chains/planBalances.ts'
import { runReadPlans } from '../chains/runReadPlans.ts'
import { split } from '../platform/split.ts'
import { planPools } from '../prices/planPools.ts'
import { writePools, writePrices } from '../prices/priceStore.ts'
import type { PriceTracker } from '../prices/priceTracker.ts'
import { planTokens } from '../tokens/planTokens.ts'
import { readUnreadTokens, writeDescriptions } from '../tokens/tokenStore.ts'
import { announce, toPrices } from './announce.ts'
import type { ChainScope } from './ChainScope.ts'
import { noteSettled, readUnsettledPairs } from './chainStore.ts'
import { toAccounts } from './handleReorg.ts'
import { correctBalances } from './writeRange.ts'

/** Number of balances that are compared at once. */
const pairsAtOnce = 5000
const tokensAtOnce = 200

/**
 * Compares summed balances with the chain, and reads missing token descriptions. Runs after a catch-up and after a
 * reorganization.
 *
 * @param options.block last indexed block
 * @param options.settled balances that changed after this block are compared
 * @param options.pairs exactly these instead, if they are known, because a search reads the whole table
 * @returns the accounts whose balances were compared
 */
export async function reconcile(
  scope: ChainScope,
  { block, settled, pairs }: { block: number; settled: number; pairs?: readonly BalancePair[] | undefined },
): Promise<AccountId[]> {
  const { context, reader, chain, listed, signal } = scope
  const { database } = context
  const accounts = new Set<`0x${string}`>()
  const compare = async (some: readonly (BalancePair & { amount?: bigint })[]) => {
    const [read] = await runReadPlans({ reader, plans: [planBalances(some)], block, signal })
    const summed = new Map(some.map(({ token, account, amount }) => [`${token}${account}`, amount]))
    const wrong = read.filter(({ token, account, amount }) => summed.get(`${token}${account}`) !== amount)
    await database.transaction((tx) => correctBalances(tx, { chain, read: wrong }))
    for (const { account } of some) accounts.add(account)
    signal.throwIfAborted()
  }
  if (pairs) {
    for (const some of split(pairs, pairsAtOnce)) await compare(some)
  } else {
    let after: BalancePair | undefined
    do {
      const page: ReadBalance[] = await readUnsettledPairs(database, { chain, settled, after, limit: pairsAtOnce })
      if (page.length > 0) await compare(page)
      after = page.length < pairsAtOnce ? undefined : page.at(-1)
    } while (after)
  }
  for (;;) {
    const tokens = await readUnreadTokens(database, { chain, limit: tokensAtOnce })
    if (tokens.length === 0) break
    const [descriptions] = await runReadPlans({ reader, plans: [planTokens({ tokens, listed })], signal })
    await database.transaction((tx) => writeDescriptions(tx, { chain, descriptions }))
    signal.throwIfAborted()
  }
  await noteSettled(database, { chain, block })
  return toAccounts(scope, accounts)
}

/**
 * Reads the state of all pools, and updates the prices. Runs after a catch-up, because events have only a part of the state.
 */
export async function refreshPools(
  scope: ChainScope,
  { tracker, block, time }: { tracker: PriceTracker; block: number; time: number },
): Promise<void> {
  const { context, reader, chain, signal } = scope
  const descriptions = await tracker.discover({ block, signal })
  const [states] = await runReadPlans({ reader, plans: [planPools(tracker.all())], block, signal })
  const { changes, points, pools } = tracker.refresh({ states, block, time })
  await context.database.transaction(async (tx) => {
    await writeDescriptions(tx, { chain, descriptions })
    await writePools(tx, { chain, changed: pools })
    await writePrices(tx, { chain, block, changes, points })
  })
  await announce(scope, { block, balances: [], histories: [], prices: toPrices(scope, { changes }), trades: [] })
}
