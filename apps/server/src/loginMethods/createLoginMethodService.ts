import type { EndpointInput, EndpointResponse } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { listLoginMethods, removeLoginMethod } from '@latchkey/protocol/wallet'
import { and, eq, inArray } from 'drizzle-orm'
import { describeSession } from '../auth/describeSession.ts'
import { freezeSeconds } from '../auth/freezeSeconds.ts'
import type { LoginParts } from '../auth/LoginParts.ts'
import { lockUser } from '../auth/lockUser.ts'
import { type LoginMethodRow, listLoginMethodRows, openLoginMethod } from '../auth/loginMethodStore.ts'
import { requireStepUpOf } from '../auth/requireStepUpOf.ts'
import { authAttempts, identities } from '../auth/schema.ts'
import type { WalletCaller } from '../auth/WalletCaller.ts'
import { announceMail } from '../mail/announceMail.ts'
import { isOnlyWayTo } from '../newWallets/moveStore.ts'
import { requireSettledLogin } from '../newWallets/requireSettledLogin.ts'
import { listSocialProviders } from '../platform/config/listSocialProviders.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'
import { requireEnrolled } from '../vaults/requireEnrolled.ts'

/** Login methods of users. `linkLoginMethod` adds one. */
export type LoginMethodService = {
  /** Oldest first. */
  list: (session: WalletSession) => Promise<EndpointResponse<typeof listLoginMethods>>
  /**
   * Removes a login method. Ends its logins except the caller's, and notifies the user by email.
   *
   * @throws LatchkeyError `identity_unknown`, `identity_last`, `login_unsettled`; `frozen` after a change of the address, or while all
   * remaining ones are younger than a day; `step_up_required`, `device_not_enrolled`, `session_ended`
   */
  remove: (
    session: WalletCaller,
    options: EndpointInput<typeof removeLoginMethod>['body'],
  ) => Promise<EndpointResponse<typeof removeLoginMethod>>
}

/** Creates the service of login methods. */
export function createLoginMethodService({ parts }: { parts: LoginParts }): LoginMethodService {
  const { context, sealer, audit, notify, sessions } = parts
  const { config, database, clock } = context

  return {
    list: async ({ userId }) => {
      const rows = await listLoginMethodRows(database, userId)
      const kinds = new Set(rows.map(({ kind }) => kind))
      return {
        identities: await Promise.all(
          rows.map(async (row) => {
            const identity = await openLoginMethod({ row, sealer })
            const label = identity.kind === 'email' ? identity.email : (identity.email ?? identity.userName)
            return { id: row.id, kind: row.kind, label, addedAt: row.verifiedAt.toISOString() }
          }),
        ),
        available: listSocialProviders(config).filter((provider) => !kinds.has(provider)),
      }
    },

    remove: async (session, { identityId }) => {
      const { userId, deviceId, sessionId, hostOrigin, language } = session
      const ended = await database.transaction(async (tx) => {
        const { frozenUntil } = await lockUser({ tx, session })
        await requireEnrolled({ db: tx, session })
        await requireStepUpOf({ db: tx, session, clock })
        if (frozenUntil && frozenUntil.getTime() > clock.now()) throw new ServiceError('frozen')
        await requireSettledLogin(tx, {
          ...{ userId, isChanged: ({ id }) => id === identityId },
          now: new Date(clock.now()),
        })
        if (await isOnlyWayTo(tx, { identityId, userId })) throw new ServiceError('login_unsettled')
        const rows = await listLoginMethodRows(tx, userId)
        const { kind, subjectIndex } = requireRemovable({ rows, identityId, now: clock.now() })
        // Notify before the removal, because the removed address must get the notice.
        const { app, device } = await describeSession({ db: tx, config, session })
        await notify(tx, { userId, language, template: 'identityRemoved', contents: { app, device, kind } })
        const isStillHere = and(eq(identities.id, identityId), eq(identities.userId, userId))
        const removed = await tx.delete(identities).where(isStillHere).returning({ id: identities.id })
        // It has just moved to another account.
        if (removed.length === 0) throw new ServiceError('identity_unknown')
        // A code that was already sent to the address no longer proves anything about this account.
        await tx
          .update(authAttempts)
          .set({ state: 'dead', codeHash: null })
          .where(
            and(
              eq(authAttempts.subjectIndex, subjectIndex),
              inArray(authAttempts.state, ['device', 'code', 'approved']),
            ),
          )
        const ended = await sessions.end(tx, {
          userId,
          identityId,
          exceptSessionId: sessionId,
          by: 'identity.removed',
        })
        await audit.record(tx, { event: 'identity.removed', userId, deviceId, data: { site: hostOrigin, kind } })
        return ended
      })
      await announceMail(context.bus)
      await sessions.announce(ended)
      return {}
    },
  }
}

/** Returns the login method to remove, if enough others remain. @throws LatchkeyError `identity_unknown`, `identity_last`, `frozen` */
function requireRemovable({
  rows,
  identityId,
  now,
}: {
  rows: readonly LoginMethodRow[]
  identityId: string
  now: number
}): LoginMethodRow {
  const removed = rows.find(({ id }) => id === identityId)
  if (!removed) throw new ServiceError('identity_unknown')
  const left = rows.filter((row) => row !== removed)
  if (left.length === 0) throw new ServiceError('identity_last')
  // An attacker who adds a login method in an open browser must not be able to lock the owner out before the owner has read the notice.
  const isSettled = ({ verifiedAt }: LoginMethodRow) => now - verifiedAt.getTime() >= freezeSeconds * 1000
  if (isSettled(removed) && !left.some(isSettled)) throw new ServiceError('frozen')
  return removed
}
