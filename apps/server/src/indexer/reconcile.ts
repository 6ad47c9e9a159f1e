import type { AccountId } from '@latchkey/protocol'
import { planPools } from '../prices/planPools.ts'
import { writePools, writePrices } from '../prices/priceStore.ts'
import type { PriceTracker } from '../prices/priceTracker.ts'
import { announce, toPrices } from './announce.ts'
import type { ChainScope } from './ChainScope.ts'
import { readStalePairs, readUnreadTokens, writeDescriptions } from './chainStore.ts'
import { toAccounts } from './handleReorg.ts'
import { planBalances } from './planBalances.ts'
import { planTokens } from './planTokens.ts'
import { runReadPlans } from './readPlan.ts'
import { settleBalances, writeReadBalances } from './writeRange.ts'

/** Balances compared with the chain in one go. */
const pairsAtOnce = 5000
const tokensAtOnce = 200

/**
 * Compares every balance that was only summed up with what the chain says, and asks tokens that nobody asked yet for
 * their description. Runs after a catch-up and after a reorganisation.
 *
 * @param options.block the head
 * @returns the accounts whose balances were written
 */
export async function reconcile(scope: ChainScope, { block }: { block: number }): Promise<AccountId[]> {
  const { context, reader, chain, listed, signal } = scope
  const { database } = context
  const accounts = new Set<`0x${string}`>()
  for (;;) {
    const pairs = await readStalePairs(database, { chain, limit: pairsAtOnce })
    if (pairs.length === 0) break
    const [{ read, refusedPairs }] = await runReadPlans({ reader, plans: [planBalances(pairs)], block, signal })
    await database.transaction(async (tx) => {
      await writeReadBalances(tx, { chain, block, read })
      await settleBalances(tx, { chain, pairs: refusedPairs })
    })
    for (const { account } of pairs) accounts.add(account)
    signal.throwIfAborted()
  }
  for (;;) {
    const tokens = await readUnreadTokens(database, { chain, limit: tokensAtOnce })
    if (tokens.length === 0) break
    const [descriptions] = await runReadPlans({ reader, plans: [planTokens({ tokens, listed })], signal })
    await database.transaction((tx) => writeDescriptions(tx, { chain, descriptions }))
    signal.throwIfAborted()
  }
  return toAccounts(scope, accounts)
}

/** Reads the state of all pools and follows with the prices. Runs after a catch-up, when events told only a part of it. */
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
