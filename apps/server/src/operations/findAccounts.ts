import { and, eq, isNull } from 'drizzle-orm'
import { isIdentity, listIdentityRows } from '../auth/identityStore.ts'
import { devices, identities, sessions, users } from '../auth/schema.ts'
import { accountsOf, type LoginMove, readMovesOf } from '../newWallets/moveStore.ts'
import { wallets } from '../vaults/schema.ts'
import type { CommandPlace } from './openCommand.ts'

type Place = {
  context: Pick<CommandPlace['context'], 'config' | 'database'>
  sealer: Pick<CommandPlace['sealer'], 'mac'>
}

/** An account that an address logs in to, or did. */
export type FoundAccount = {
  id: string
  scope: string
  /** Of its wallet; null before it has one. */
  address: string | null
  logins: string[]
  sessions: { device: string; site: string; since: Date }[]
  frozenUntil: Date | null
  /** When the login was last led away from here, to a wallet that was started anew or back; null where it leads now. */
  leftAt: Date | null
}

/**
 * The accounts that log in with an address: in each scope the one that the login leads to, then those that it ever led to, whose devices go on
 * there. Who reports a stolen login may mean any of them.
 */
export async function findAccounts(
  { context: { config, database }, sealer }: Place,
  { email }: { email: string },
): Promise<FoundAccount[]> {
  const found: FoundAccount[] = []
  for (const scope of ['server', ...config.projects.map(({ id }) => id)]) {
    const [login] = await database
      .select({ id: identities.id, userId: identities.userId })
      .from(identities)
      .where(isIdentity({ scope, identity: { kind: 'email', email }, sealer }))
    if (!login) continue
    const moves = await readMovesOf(database, { identityId: login.id })
    for (const id of new Set([login.userId, ...accountsOf(moves)])) {
      const leftAt = id === login.userId ? null : lastLeft(moves, id)
      found.push({ ...(await describeAccount(database, id)), scope, leftAt })
    }
  }
  return found
}

function lastLeft(moves: readonly LoginMove[], userId: string): Date | null {
  return moves.find(({ fromUserId }) => fromUserId === userId)?.movedAt ?? null
}

async function describeAccount(
  database: Place['context']['database'],
  id: string,
): Promise<Omit<FoundAccount, 'scope' | 'leftAt'>> {
  const [user] = await database.select().from(users).where(eq(users.id, id))
  const [wallet] = await database.select({ address: wallets.address }).from(wallets).where(eq(wallets.userId, id))
  const open = await database
    .select({ device: devices.name, site: sessions.hostOrigin, since: sessions.createdAt })
    .from(sessions)
    .innerJoin(devices, eq(devices.id, sessions.deviceId))
    .where(and(eq(sessions.userId, id), isNull(sessions.revokedAt)))
  const logins = (await listIdentityRows(database, id)).map(({ kind }) => kind)
  return { id, address: wallet?.address ?? null, logins, sessions: open, frozenUntil: user?.frozenUntil ?? null }
}
