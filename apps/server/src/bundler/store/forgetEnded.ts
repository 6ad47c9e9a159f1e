import type { ChainId } from '@latchkey/protocol'
import { and, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import type { Database } from '../../platform/db/Database.ts'
import { bundlerBundles, bundlerOperations, bundlerReputations } from '../schema.ts'

const day = 86_400_000
/** Milliseconds for which dropped operations, which cost their sender nothing, and included ones are kept. */
const droppedFor = 3 * day
const includedFor = 30 * day
/** Milliseconds after which a reputation has faded completely. */
const reputationFor = 7 * day

/** Deletes old operations whose result was announced. Included ones remain on the chain. */
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
