import { type EvmAddress, etherCoinType } from '@latchkey/protocol'
import { and, asc, count, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/Database.ts'
import type { SignatureProof } from '../../signatures/SignatureProof.ts'
import { nameAddresses, nameMessages, names } from './schema.ts'

/** Stored address of a name, in lower case. */
export type NameRecord = { coinType: number; address: EvmAddress; proof: SignatureProof; createdAt: Date }

/** Stored name, with its addresses in the order of their coin types. */
export type NameRow = Omit<typeof names.$inferSelect, 'zone' | 'skeleton'> & { addresses: readonly NameRecord[] }

/** Maximum names read for one address. Each can have 70 kB of texts. */
const most = 20

// Name the outer table explicitly, because the builder omits it in a query with a single table.
const columns = {
  name: names.name,
  projectId: names.projectId,
  owner: names.owner,
  ownerCoinType: names.ownerCoinType,
  ownerProof: names.ownerProof,
  attributes: names.attributes,
  registeredAt: names.registeredAt,
  updatedAt: names.updatedAt,
  addresses: sql`(
    select coalesce(json_agg(json_build_array(a.coin_type, encode(a.address, 'hex'), a.proof, a.created_at) order by a.coin_type), '[]')
    from name_addresses a where a.name = "names"."name"
  )`.mapWith(readRecords),
}

function readRecords(rows: [number, string, SignatureProof, string][]): NameRecord[] {
  return rows.map(([coinType, address, proof, createdAt]) => ({
    ...{ coinType, address: `0x${address}` as const, proof },
    createdAt: new Date(createdAt),
  }))
}

/** Creates a reader of names with prepared statements. */
export function createNameReader(database: Database) {
  const one = database
    .select(columns)
    .from(names)
    .where(eq(names.name, sql.placeholder('name')))
    .prepare('names_by_name')
  const several = database
    .select(columns)
    .from(names)
    .where(
      and(
        sql`"names"."name" in (select a.name from name_addresses a where a.address = ${sql.placeholder('address')})`,
        eq(names.zone, sql.placeholder('zone')),
      ),
    )
    .orderBy(asc(names.registeredAt), asc(names.name))
    .limit(most)
    .prepare('names_by_address')
  // As in `addressUnder`: the record under the coin type, else, for EVM coin types, a key's address under 60, else a key's address that is
  // the owner's.
  const first = database
    .select(columns)
    .from(names)
    .where(
      and(
        sql`exists (
          select from name_addresses a where a.name = "names"."name" and a.address = ${sql.placeholder('address')} and (
            a.coin_type = ${sql.placeholder('coinType')}
            or ${sql.placeholder('isEvm')}::boolean and a.proof = 'key'
              and (a.coin_type = ${sql.raw(String(etherCoinType))} or a.address = "names"."owner")
              and not exists (
                select from name_addresses b where b.name = a.name and (
                  b.coin_type = ${sql.placeholder('coinType')}
                  or a.coin_type <> b.coin_type and b.coin_type = ${sql.raw(String(etherCoinType))} and b.proof = 'key'
                )
              )
          )
        )`,
        // The index by address selects the names, and the conditions apply to each of them.
        sql`"names"."name" in (select a.name from name_addresses a where a.address = ${sql.placeholder('address')})`,
        eq(names.zone, sql.placeholder('zone')),
      ),
    )
    .orderBy(asc(names.registeredAt), asc(names.name))
    .limit(1)
    .prepare('names_primary')
  const among = database
    .select({ skeleton: names.skeleton })
    .from(names)
    .where(sql`${names.skeleton} = any(${sql.placeholder('skeletons')}::text[])`)
    .prepare('names_by_skeleton')
  return {
    /** Reads a name by its full text. */
    byName: async (name: string): Promise<NameRow | undefined> => (await one.execute({ name }))[0],
    /** Reads the names of a zone with an address, oldest first. */
    byAddress: ({ address, zone }: { address: EvmAddress; zone: string }): Promise<NameRow[]> =>
      several.execute({ address: Buffer.from(address.slice(2), 'hex'), zone }),
    /** Reads the oldest name of a zone that resolves to an address under a coin type. */
    primary: async ({
      address,
      ...values
    }: {
      address: EvmAddress
      zone: string
      coinType: number
      isEvm: boolean
    }): Promise<NameRow | undefined> =>
      (await first.execute({ address: Buffer.from(address.slice(2), 'hex'), ...values }))[0],
    /** Returns the given skeletons (with their zone) that are taken. */
    takenSkeletons: async (skeletons: readonly string[]): Promise<Set<string>> => {
      const rows = await among.execute({ skeletons })
      return new Set(rows.map(({ skeleton }) => skeleton))
    },
  }
}

/** Value of the project column for names registered without a project. */
export const noProject = ''

/** Serializes transactions of one owner in all projects, so that each counts the names of the earlier ones. */
export async function lockNameOwner(tx: Transaction, { owner }: { owner: EvmAddress }): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`names:${owner.toLowerCase()}`}, 0))`)
}

/**
 * Counts the names that an address owns in a project, including those without a project. Without a project, counts the names of all
 * projects, so that omitting it gains no extra name.
 */
export async function countNames(
  tx: Transaction,
  { projectId, owner, zone }: { projectId: string; owner: EvmAddress; zone: string },
): Promise<number> {
  const [row] = await tx
    .select({ owned: count() })
    .from(names)
    .where(
      and(
        eq(names.owner, owner),
        eq(names.zone, zone),
        projectId === noProject ? undefined : inArray(names.projectId, [projectId, noProject]),
      ),
    )
  return row?.owned ?? 0
}

/** Records a used message. Returns whether this call did it. */
export async function insertMessage(tx: Transaction, row: typeof nameMessages.$inferInsert): Promise<boolean> {
  const made = await tx.insert(nameMessages).values(row).onConflictDoNothing().returning({ hash: nameMessages.hash })
  return made.length > 0
}

/** Deletes expired messages. */
export async function deleteMessages(database: Database, { before }: { before: Date }): Promise<void> {
  await database.delete(nameMessages).where(lt(nameMessages.expiresAt, before))
}

/** Inserts a name. Returns whether this call did it: of several concurrent calls for equal or similar names, one does. */
export async function insertName(tx: Transaction, row: typeof names.$inferInsert): Promise<boolean> {
  const made = await tx.insert(names).values(row).onConflictDoNothing().returning({ name: names.name })
  return made.length > 0
}

/** Locks a name until the transaction ends. */
export async function lockName(tx: Transaction, name: string): Promise<NameRow | undefined> {
  // A separate statement, because the row read before the lock may be outdated.
  const found = await tx.select({ name: names.name }).from(names).where(eq(names.name, name)).for('update')
  return found.length === 0 ? undefined : readName(tx, name)
}

/** Reads a name within a transaction. */
export async function readName(tx: Transaction, name: string): Promise<NameRow | undefined> {
  const [row] = await tx.select(columns).from(names).where(eq(names.name, name))
  return row
}

/** Returns whether a name is registered. */
export async function hasName(tx: Transaction, name: string): Promise<boolean> {
  return (await tx.select({ name: names.name }).from(names).where(eq(names.name, name))).length > 0
}

export async function updateName(
  tx: Transaction,
  {
    name,
    ...change
  }: { name: string; updatedAt: Date } & Partial<
    Pick<NameRow, 'attributes' | 'owner' | 'ownerCoinType' | 'ownerProof'>
  >,
): Promise<void> {
  await tx.update(names).set(change).where(eq(names.name, name))
}

/** Writes an address of a name. Replaces the one under the same coin type. */
export async function writeNameAddress(tx: Transaction, row: typeof nameAddresses.$inferInsert): Promise<void> {
  const { address, proof, createdAt } = row
  await tx
    .insert(nameAddresses)
    .values(row)
    .onConflictDoUpdate({
      target: [nameAddresses.name, nameAddresses.coinType],
      set: { address, proof, createdAt },
    })
}

/** Deletes all addresses of a name. */
export async function deleteNameAddresses(tx: Transaction, name: string): Promise<void> {
  await tx.delete(nameAddresses).where(eq(nameAddresses.name, name))
}
