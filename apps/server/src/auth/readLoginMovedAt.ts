import { and, desc, eq, ne } from 'drizzle-orm'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { identities, loginMoves } from './schema.ts'

/** When the account's login was last led to another one; undefined while it leads here. */
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
