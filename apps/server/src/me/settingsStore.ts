import type { VisitorSettings } from '@latchkey/protocol/api'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../platform/db/Database.ts'
import type { Owner } from './savedAddressStore.ts'
import { visitorSettings } from './schema.ts'

/** Settings with the number of their last change. */
export type NumberedSettings = { settings: VisitorSettings; version: number }

/** The largest number that the column holds. */
const maxVersion = 2 ** 31 - 1

/** Returns the settings of an account, or undefined if it has none. */
export async function readVisitorSettings(database: Database, whose: Owner): Promise<NumberedSettings | undefined> {
  const [row] = await database
    .select({ settings: visitorSettings.settings, version: visitorSettings.version })
    .from(visitorSettings)
    .where(isOf(whose))
  return row
}

/**
 * Changes settings in one statement, if the number is still that of the last change; 0 if there was none.
 *
 * @returns undefined if another request changed them meanwhile
 */
export async function writeVisitorSettings(
  database: Database,
  { settings, version, now, ...whose }: Owner & NumberedSettings & { now: Date },
): Promise<NumberedSettings | undefined> {
  if (!Number.isInteger(version) || version < 0 || version >= maxVersion) return undefined
  const shown = { settings: visitorSettings.settings, version: visitorSettings.version }
  const [row] =
    version === 0
      ? await database
          .insert(visitorSettings)
          .values({ ...whose, settings, version: 1, updatedAt: now })
          .onConflictDoNothing()
          .returning(shown)
      : await database
          .update(visitorSettings)
          .set({ settings, version: sql`${visitorSettings.version} + 1`, updatedAt: now })
          .where(and(isOf(whose), eq(visitorSettings.version, version)))
          .returning(shown)
  return row
}

function isOf({ projectId, owner }: Owner) {
  return and(eq(visitorSettings.projectId, projectId), eq(visitorSettings.owner, owner))
}
