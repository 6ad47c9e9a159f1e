import { sql } from 'drizzle-orm'
import type { World } from './startWorld.ts'

/**
 * Returns a digest of every row of an owner's account: logins, passkeys, enrolled devices, the wallet and all data sealed for it.
 * While it is the same, nothing was taken, planted or broken there.
 */
export async function readFingerprint({
  world,
  userId,
  walletId,
}: {
  world: World
  userId: string
  walletId: string
}): Promise<string> {
  const rowsOf = (table: string, column: string, id: string) =>
    sql`(select coalesce(md5(string_agg(r::text, '|' order by r::text)), '') from ${sql.identifier(table)} r where ${sql.identifier(column)} = ${id})`
  const query = sql`select ${sql.join(
    [
      // The provider's data of a user is sealed again with each login.
      sql`(select coalesce(md5(string_agg(concat(id, kind, issuer, subject_index), '|' order by id)), '') from identities where user_id = ${userId})`,
      rowsOf('passkeys', 'user_id', userId),
      rowsOf('wallets', 'user_id', userId),
      rowsOf('device_shares', 'wallet_id', walletId),
      rowsOf('recovery_factors', 'wallet_id', walletId),
      sql`(select coalesce(md5(string_agg(r::text, '|' order by r::text)), '') from recovery_shares r
        join recovery_factors f on f.id = r.factor_id where f.wallet_id = ${walletId})`,
    ],
    sql` || ':' || `,
  )} as digest`
  const { rows } = (await world.context.database.execute(query)) as unknown as { rows: { digest: string }[] }
  return rows[0]?.digest ?? ''
}
