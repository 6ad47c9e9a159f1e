import { and, isNotNull } from 'drizzle-orm'
import { users } from '../auth/schema.ts'
import { allSealedTables } from '../keyRotation/allSealedTables.ts'
import type { SealerKeysOf } from '../platform/crypto/readSealerKeys.ts'
import type { Database } from '../platform/db/Database.ts'

/**
 * Requires that a server has used this database: it has a sealed row or an account. A command on an empty database would report that
 * everything is well.
 *
 * @param options.of purpose whose tables are read first, because a database role may have no rights on the others
 * @param options.place name of the database, for the message
 * @throws Error with a sentence
 */
export async function requireServerRows({
  database,
  of = 'wallet',
  place,
}: {
  database: Database
  of?: SealerKeysOf
  place: string
}): Promise<void> {
  const isOwn = ({ of: purpose = 'wallet' }: { of?: SealerKeysOf }) => purpose === of
  const tables = [...allSealedTables.filter(isOwn), ...allSealedTables.filter((table) => !isOwn(table))]
  for (const { table, kekId, where } of tables) {
    const [row] = await database
      .select({ kekId })
      .from(table)
      .where(and(isNotNull(kekId), where))
      .limit(1)
    if (row) return
  }
  const [account] = await database.select({ id: users.id }).from(users).limit(1)
  if (account) return
  throw new Error(`${firstUpper(place)} has no rows of this server. Set DATABASE_URL to the database of the server.`)
}

const firstUpper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
