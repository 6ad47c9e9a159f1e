import { and, desc, eq, ne } from 'drizzle-orm'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { identities, loginMoves } from './schema.ts'

/** Returns when the account's login method last moved to another account, or undefined if it did not. */
export async function readLoginMovedAt(
  db: Database | Transaction,
  { userId }: { userId: string },
): Promise<Date | undefined> {
  const [move] = await db
    .select({ movedAt: loginMoves.movedAt })
    .from(loginMoves)
    .innerJoin(identities, eq(identities.id, loginMoves.identityId))
    .where(and(eq(loginMoves.fromUserId, userId), ne(identities.userId, userId)))
    .orderBy(desc(loginMoves.movedAt))
    .limit(1)
  return move?.movedAt
}
