import { randomUUID } from 'node:crypto'
import { and, eq, lte, ne, type SQL } from 'drizzle-orm'
import type { Sealed, Sealer } from '../platform/crypto/Sealer.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { indexIdentity } from './indexIdentity.ts'
import type { ProvenIdentity } from './ProvenIdentity.ts'
import { identities, loginMoves } from './schema.ts'

/** A stored login method. */
export type LoginMethodRow = typeof identities.$inferSelect

/** Returns the login methods of a user, oldest first. */
export function listLoginMethodRows(database: Database | Transaction, userId: string): Promise<LoginMethodRow[]> {
  return database
    .select()
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(identities.verifiedAt, identities.id)
}

/**
 * Returns the login methods that serve as contacts: those of the account first, then those that moved to another account. The owner of a
 * previous account still gets its notices, and its codes go to the previous address. A new address of such a login method is never used.
 */
export async function listContactRows(database: Database | Transaction, userId: string): Promise<LoginMethodRow[]> {
  const own = await listLoginMethodRows(database, userId)
  const moved = await database
    .selectDistinct({ identity: identities })
    .from(identities)
    .innerJoin(loginMoves, eq(loginMoves.identityId, identities.id))
    .where(
      and(
        eq(loginMoves.fromUserId, userId),
        ne(identities.userId, userId),
        lte(identities.verifiedAt, loginMoves.movedAt),
      ),
    )
    .orderBy(identities.verifiedAt, identities.id)
  return [...own, ...moved.map(({ identity }) => identity)]
}

/** Condition for the row of a login method. */
export function isLoginMethod({
  scope,
  identity,
  sealer,
}: {
  scope: string
  identity: ProvenIdentity
  sealer: Pick<Sealer, 'mac'>
}): SQL | undefined {
  return and(
    eq(identities.scope, scope),
    eq(identities.kind, identity.kind),
    eq(identities.subjectIndex, indexIdentity({ identity, scope, sealer })),
  )
}

/** Returns the row of a login method, locked so that it cannot be removed during a login. */
export async function lockLoginMethod(
  tx: Transaction,
  { scope, identity, sealer }: { scope: string; identity: ProvenIdentity; sealer: Sealer },
): Promise<LoginMethodRow | undefined> {
  const [row] = await tx.select().from(identities).where(isLoginMethod({ scope, identity, sealer })).for('update')
  return row
}

/** Adds a login method to a user. @returns its id; undefined if it already belongs to a user */
export async function insertLoginMethod(
  tx: Transaction,
  {
    userId,
    scope,
    identity,
    now,
    sealer,
  }: { userId: string; scope: string; identity: ProvenIdentity; now: Date; sealer: Sealer },
): Promise<string | undefined> {
  const id = randomUUID()
  const { box, kekId } = await sealIdentity({ id, identity, sealer })
  const [added] = await tx
    .insert(identities)
    .values({
      id,
      userId,
      scope,
      kind: identity.kind,
      issuer: identity.kind === 'email' ? null : identity.issuer,
      subjectIndex: indexIdentity({ identity, scope, sealer }),
      sealedSubject: box,
      kekId,
      verifiedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: identities.id })
  return added?.id
}

/** Updates the provider's data about the user. Missing values stay unchanged. */
export async function refreshLoginMethod(
  tx: Transaction,
  { row, identity, sealer }: { row: LoginMethodRow; identity: ProvenIdentity; sealer: Sealer },
): Promise<void> {
  if (identity.kind === 'email') return
  const known = await openLoginMethod({ row, sealer })
  if (known.kind === 'email') return
  const { box, kekId } = await sealIdentity({
    id: row.id,
    identity: { ...known, email: identity.email ?? known.email, userName: identity.userName ?? known.userName },
    sealer,
  })
  await tx.update(identities).set({ sealedSubject: box, kekId }).where(eq(identities.id, row.id))
}

/** Seals the subject of a login method, and the provider's other data. */
export function sealIdentity({
  id,
  identity,
  sealer,
}: {
  id: string
  identity: ProvenIdentity
  sealer: Sealer
}): Promise<Sealed> {
  const text =
    identity.kind === 'email'
      ? identity.email
      : JSON.stringify({ subject: identity.subject, email: identity.email, userName: identity.userName })
  return sealer.seal({ plaintext: Buffer.from(text), context: loginMethodContext(id) })
}

/** Opens the subject of a login method, and the provider's other data. */
export async function openLoginMethod({
  row: { id, kind, issuer, sealedSubject, kekId },
  sealer,
}: {
  row: LoginMethodRow
  sealer: Sealer
}): Promise<ProvenIdentity> {
  const opened = await sealer.open({ sealed: { box: sealedSubject, kekId }, context: loginMethodContext(id) })
  const text = Buffer.from(opened).toString()
  if (kind === 'email') return { kind, email: text }
  return { ...(JSON.parse(text) as Person), kind, issuer: issuer ?? '' }
}

/** Sealed data of a login method with a provider. */
type Person = Pick<Exclude<ProvenIdentity, { kind: 'email' }>, 'subject' | 'email' | 'userName'>

/** Sealing context of a login method. */
export const loginMethodContext = (id: string): string => `identity:${id}`
