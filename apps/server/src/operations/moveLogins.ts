import type { SocialProvider } from '@latchkey/protocol'
import { and, asc, eq, gt } from 'drizzle-orm'
import { freezeSeconds } from '../auth/freezeSeconds.ts'
import { insertLoginMethod, listLoginMethodRows, openLoginMethod } from '../auth/loginMethodStore.ts'
import { identities, users } from '../auth/schema.ts'
import { createMailer } from '../mail/createMailer.ts'
import type { CommandPlace } from './openCommand.ts'

/** Seconds for which the outbox tries to send the notice. */
const noticeSeconds = 3 * 24 * 60 * 60
const batch = 200

/** Counts of the accounts that log in with a provider. */
export type MoveReport = {
  /** Accounts that now log in with the address that the provider verified. */
  moved: number
  /** Accounts with another login method. */
  hadAnother: number
  /** Accounts without a verified address of the provider. */
  withoutAddress: number
  /** Accounts whose address belongs to another account. */
  taken: number
}

/**
 * Adds an email login method to accounts that can only log in with one provider, before that provider disappears. It uses the address that
 * the provider verified. Wallets stay as safe as before, because a login opens none. The owners are notified by email, and exports and
 * removals are frozen for a day.
 *
 * @param options.isRehearsal only counts
 */
export async function moveLogins({
  place: { context, sealer, audit },
  provider,
  isRehearsal,
}: {
  place: CommandPlace
  provider: SocialProvider
  isRehearsal: boolean
}): Promise<MoveReport> {
  const { clock, config, database } = context
  const mailer = createMailer({ context, sealer })
  const report: MoveReport = { moved: 0, hadAnother: 0, withoutAddress: 0, taken: 0 }
  const appOf = (scope: string) => config.projects.find(({ id }) => id === scope)?.name ?? 'Latchkey'
  let last: string | undefined
  for (;;) {
    const rows = await database
      .select()
      .from(identities)
      .where(and(eq(identities.kind, provider), last === undefined ? undefined : gt(identities.id, last)))
      .orderBy(asc(identities.id))
      .limit(batch)
    for (const row of rows) {
      last = row.id
      const { userId, scope } = row
      const person = await openLoginMethod({ row, sealer })
      const outcome = await database
        .transaction(async (tx): Promise<keyof MoveReport> => {
          await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
          if ((await listLoginMethodRows(tx, userId)).length > 1) return 'hadAnother'
          const { email } = person
          if (email === null) return 'withoutAddress'
          const now = new Date(clock.now())
          const identity = { kind: 'email' as const, email }
          const added = await insertLoginMethod(tx, { userId, scope, identity, now, sealer })
          if (!added) return 'taken'
          // A rehearsal detects conflicts, and changes nothing.
          if (isRehearsal) throw new Rehearsed()
          const frozenUntil = new Date(now.getTime() + freezeSeconds * 1000)
          await tx.update(users).set({ frozenUntil }).where(eq(users.id, userId))
          const contents = { app: appOf(scope), device: 'Operator', kind: 'email' }
          await mailer.enqueue(tx, {
            to: email,
            template: 'identityAdded',
            contents,
            language: 'en',
            ttl: noticeSeconds,
          })
          const data = { kind: 'email', by: 'operator', from: provider }
          await audit.record(tx, { event: 'identity.added', userId, deviceId: null, data })
          return 'moved'
        })
        .catch((error: unknown): keyof MoveReport => {
          if (error instanceof Rehearsed) return 'moved'
          throw error
        })
      report[outcome] += 1
    }
    if (rows.length < batch) return report
  }
}

class Rehearsed extends Error {}
