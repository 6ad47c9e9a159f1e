import { randomUUID } from 'node:crypto'
import { and, eq, lte, ne, type SQL } from 'drizzle-orm'
import type { Sealed, Sealer } from '../platform/crypto/Sealer.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { indexIdentity } from './indexIdentity.ts'
import type { ProvenIdentity } from './ProvenIdentity.ts'
import { identities, loginMoves } from './schema.ts'

/** A way in which a user signs in, as it is stored. */
export type IdentityRow = typeof identities.$inferSelect

/** The identities of a user, the oldest first. */
export function listIdentityRows(database: Database | Transaction, userId: string): Promise<IdentityRow[]> {
  return database
    .select()
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(identities.verifiedAt, identities.id)
}

/**
 * The identities that an account is reached by: its own first, then logins that were led to another account. What happens in an account that
 * was left is still told to its owner, and its codes go where they went before; never to an address that the login got since.
 */
export async function listContactRows(database: Database | Transaction, userId: string): Promise<IdentityRow[]> {
  const own = await listIdentityRows(database, userId)
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

/** The condition for the row of an identity. */
export function isIdentity({
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

/** Who is known by this, locked: nobody takes the identity away while somebody signs in with it. */
export async function lockIdentity(
  tx: Transaction,
  { scope, identity, sealer }: { scope: string; identity: ProvenIdentity; sealer: Sealer },
): Promise<IdentityRow | undefined> {
  const [row] = await tx.select().from(identities).where(isIdentity({ scope, identity, sealer })).for('update')
  return row
}

/** Gives a user an identity. @returns its id; undefined when somebody has it already */
export async function insertIdentity(
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

/** Keeps what the provider says of the person now; what it does not say any more stays as it was. */
export async function refreshIdentity(
  tx: Transaction,
  { row, identity, sealer }: { row: IdentityRow; identity: ProvenIdentity; sealer: Sealer },
): Promise<void> {
  if (identity.kind === 'email') return
  const known = await openIdentity({ row, sealer })
  if (known.kind === 'email') return
  const { box, kekId } = await sealIdentity({
    id: row.id,
    identity: { ...known, email: identity.email ?? known.email, userName: identity.userName ?? known.userName },
    sealer,
  })
  await tx.update(identities).set({ sealedSubject: box, kekId }).where(eq(identities.id, row.id))
}

/** Seals what an identity is known by, and what the provider says beside it. */
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
  return sealer.seal({ plaintext: Buffer.from(text), context: identityContext(id) })
}

/** Opens what an identity is known by. */
export async function openIdentity({
  row: { id, kind, issuer, sealedSubject, kekId },
  sealer,
}: {
  row: IdentityRow
  sealer: Sealer
}): Promise<ProvenIdentity> {
  const opened = await sealer.open({ sealed: { box: sealedSubject, kekId }, context: identityContext(id) })
  const text = Buffer.from(opened).toString()
  if (kind === 'email') return { kind, email: text }
  return { ...(JSON.parse(text) as Person), kind, issuer: issuer ?? '' }
}

/** What is sealed of an identity with a provider. */
type Person = Pick<Exclude<ProvenIdentity, { kind: 'email' }>, 'subject' | 'email' | 'userName'>

/** Where the sealed bytes of an identity belong. */
export const identityContext = (id: string): string => `identity:${id}`
