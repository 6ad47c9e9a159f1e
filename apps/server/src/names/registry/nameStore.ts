import { type EvmAddress, etherCoinType } from '@latchkey/protocol'
import { and, asc, count, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/Database.ts'
import type { SignatureProof } from '../../signatures/SignatureProof.ts'
import { nameAddresses, nameMessages, names } from './schema.ts'

/** An address of a name, as it is stored. Lower case. */
export type NameRecord = { coinType: number; address: EvmAddress; proof: SignatureProof; createdAt: Date }

/** A name as it is stored, with its addresses in the order of their coin types. */
export type NameRow = Omit<typeof names.$inferSelect, 'zone' | 'skeleton'> & { addresses: readonly NameRecord[] }

/** Names that are read of one address at most: each may weigh 70 kB with its texts. */
const most = 20

// The outer table is written out: the builder leaves it away where a query has but one.
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

/** Reads names by statements that the database prepares once. */
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
  // As `addressUnder` says it: the record under the coin type; else, in Ethereum's family, a key's under 60; else a key's that is the owner's.
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
        // The index by address leads there; what is asked of each name comes after.
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
    /** A name by its whole text. */
    byName: async (name: string): Promise<NameRow | undefined> => (await one.execute({ name }))[0],
    /** The names of a zone that stand for an address, oldest first. */
    byAddress: ({ address, zone }: { address: EvmAddress; zone: string }): Promise<NameRow[]> =>
      several.execute({ address: Buffer.from(address.slice(2), 'hex'), zone }),
    /** The oldest name of a zone that stands for an address under a coin type. */
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
    /** Of several skeletons (with their zone) those that somebody has. */
    takenSkeletons: async (skeletons: readonly string[]): Promise<Set<string>> => {
      const rows = await among.execute({ skeletons })
      return new Set(rows.map(({ skeleton }) => skeleton))
    },
  }
}

/** What stands in the place of a project where a name was registered without one. */
export const noProject = ''

/** Has the names of one owner wait for each other until the transaction ends, whatever their projects: each counts those before. */
export async function lockNameOwner(tx: Transaction, { owner }: { owner: EvmAddress }): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`names:${owner.toLowerCase()}`}, 0))`)
}

/**
 * The names that an address owns in a project, with those that it registered without one. Without a project it is the names of all
 * projects: leaving the project out gives nobody a name more.
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

/** Writes down that a message was used. Tells whether this call did it. */
export async function insertMessage(tx: Transaction, row: typeof nameMessages.$inferInsert): Promise<boolean> {
  const made = await tx.insert(nameMessages).values(row).onConflictDoNothing().returning({ hash: nameMessages.hash })
  return made.length > 0
}

/** Forgets messages whose time is over. */
export async function deleteMessages(database: Database, { before }: { before: Date }): Promise<void> {
  await database.delete(nameMessages).where(lt(nameMessages.expiresAt, before))
}

/** Writes a name. Tells whether this call did it: of several at once, for one name or for names that look alike, one does. */
export async function insertName(tx: Transaction, row: typeof names.$inferInsert): Promise<boolean> {
  const made = await tx.insert(names).values(row).onConflictDoNothing().returning({ name: names.name })
  return made.length > 0
}

/** A name that nobody else changes until the transaction ends. */
export async function lockName(tx: Transaction, name: string): Promise<NameRow | undefined> {
  // A statement of its own: what stood in the row before the lock may be old.
  const found = await tx.select({ name: names.name }).from(names).where(eq(names.name, name)).for('update')
  return found.length === 0 ? undefined : readName(tx, name)
}

/** A name as a transaction sees it. */
export async function readName(tx: Transaction, name: string): Promise<NameRow | undefined> {
  const [row] = await tx.select(columns).from(names).where(eq(names.name, name))
  return row
}

/** Whether somebody has a name. */
export async function hasName(tx: Transaction, name: string): Promise<boolean> {
  return (await tx.select({ name: names.name }).from(names).where(eq(names.name, name))).length > 0
}

/** Changes a name. */
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

/** Writes an address of a name, in the place of the one under the same coin type. */
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

/** Takes all addresses of a name away. */
export async function deleteNameAddresses(tx: Transaction, name: string): Promise<void> {
  await tx.delete(nameAddresses).where(eq(nameAddresses.name, name))
}
