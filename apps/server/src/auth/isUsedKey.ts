import { and, eq, isNull, or } from 'drizzle-orm'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { isLoginMethod } from './loginMethodStore.ts'
import type { ProvenIdentity } from './ProvenIdentity.ts'
import { devices, identities, loginMoves } from './schema.ts'

/** Returns whether any account has a device with this key (JWK thumbprint). */
export async function isUsedKey(db: Database | Transaction, jkt: string): Promise<boolean> {
  const [known] = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.jkt, jkt), isNull(devices.revokedAt)))
    .limit(1)
  return known !== undefined
}

/** Returns whether the key (JWK thumbprint) is of a device of an account that the login method belongs to, or did. */
export async function isKeyOf(
  db: Database | Transaction,
  {
    scope,
    identity,
    jkt,
    sealer,
  }: { scope: string; identity: ProvenIdentity; jkt: string; sealer: Pick<Sealer, 'mac'> },
): Promise<boolean> {
  const [known] = await db
    .select({ id: devices.id })
    .from(identities)
    .leftJoin(loginMoves, eq(loginMoves.identityId, identities.id))
    .innerJoin(
      devices,
      or(
        eq(devices.userId, identities.userId),
        eq(devices.userId, loginMoves.fromUserId),
        eq(devices.userId, loginMoves.toUserId),
      ),
    )
    .where(and(isLoginMethod({ scope, identity, sealer }), eq(devices.jkt, jkt), isNull(devices.revokedAt)))
    .limit(1)
  return known !== undefined
}
