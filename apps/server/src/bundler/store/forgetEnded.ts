import type { ChainId } from '@latchkey/protocol'
import { and, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import type { Database } from '../../platform/db/Database.ts'
import { bundlerBundles, bundlerOperations, bundlerReputations } from '../schema.ts'

const day = 86_400_000
/** Milliseconds for which what never was included is kept, which cost its sender nothing, and what was. */
const droppedFor = 3 * day
const includedFor = 30 * day
/** After which nothing is left of what was counted for an address. */
const reputationFor = 7 * day

/** Deletes what ended long ago, once everybody was told. What was included stays with the chain. */
export async function forgetEnded(
  database: Database,
  { chainId, now }: { chainId: ChainId; now: number },
): Promise<void> {
  const { state, settledAt, announcedAt } = bundlerOperations
  const before = (age: number) => new Date(now - age)
  for (const [states, age] of [
    [['dropped'], droppedFor],
    [['included', 'failed'], includedFor],
  ] as const) {
    await database
      .delete(bundlerOperations)
      .where(
        and(
          eq(bundlerOperations.chainId, chainId),
          inArray(state, [...states]),
          isNotNull(announcedAt),
          lt(settledAt, before(age)),
        ),
      )
  }
  await database
    .delete(bundlerBundles)
    .where(
      and(
        eq(bundlerBundles.chainId, chainId),
        eq(bundlerBundles.isFinal, true),
        lt(bundlerBundles.settledAt, before(includedFor)),
      ),
    )
  await database
    .delete(bundlerReputations)
    .where(and(eq(bundlerReputations.chainId, chainId), lt(bundlerReputations.countedAt, before(reputationFor))))
}
