import { and, eq, isNull } from 'drizzle-orm'
import { isLoginMethod, listLoginMethodRows } from '../auth/loginMethodStore.ts'
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
  /** Address of its wallet. Null if it has none. */
  address: string | null
  logins: string[]
  sessions: { device: string; site: string; since: Date }[]
  frozenUntil: Date | null
  /** Time at which the login method last moved to another account. Null if it belongs to this one. */
  leftAt: Date | null
}

/**
 * Returns the accounts of an address: in each scope its current account, then its previous ones, which devices may still use. A report of a
 * stolen login can concern any of them.
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
      .where(isLoginMethod({ scope, identity: { kind: 'email', email }, sealer }))
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
  const logins = (await listLoginMethodRows(database, id)).map(({ kind }) => kind)
  return { id, address: wallet?.address ?? null, logins, sessions: open, frozenUntil: user?.frozenUntil ?? null }
}
