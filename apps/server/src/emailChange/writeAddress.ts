import { eq } from 'drizzle-orm'
import { sealIdentity } from '../auth/loginMethodStore.ts'
import { identities } from '../auth/schema.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Transaction } from '../platform/db/Database.ts'

/** Sets the address of a login method. */
export async function writeAddress(
  tx: Transaction,
  {
    id,
    email,
    subjectIndex,
    now,
    sealer,
  }: { id: string; email: string; subjectIndex: Uint8Array; now: number; sealer: Sealer },
): Promise<void> {
  const { box, kekId } = await sealIdentity({ id, identity: { kind: 'email', email }, sealer })
  await tx
    .update(identities)
    .set({ subjectIndex, sealedSubject: box, kekId, verifiedAt: new Date(now) })
    .where(eq(identities.id, id))
}
