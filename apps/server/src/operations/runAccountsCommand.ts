import { parseArgs } from 'node:util'
import { socialProviders } from '@latchkey/protocol'
import { eq } from 'drizzle-orm'
import { users } from '../auth/schema.ts'
import { isUuid } from '../platform/db/isUuid.ts'
import { endWalletLogins } from './endLogins.ts'
import { findAccounts } from './findAccounts.ts'
import { moveLogins } from './moveLogins.ts'
import { type CommandPlace, openCommand } from './openCommand.ts'
import type { CommandCall } from './openCommandContext.ts'

/** Usage of the command, for `--help` and wrong arguments. */
export const accountsUsage = `LATCHKEY_CONFIG=… npm run -w apps/server accounts -- <command>
  find <address>                          the accounts that log in with an address, and those that it led to before
  freeze <account id> [--hours 72]        logs an account out, and freezes export and removals
  move --from <provider> [--rehearse]     a login by mail for accounts that have this provider alone`

/**
 * `npm run -w apps/server accounts`: finds and freezes accounts, and replaces login methods of a provider that is gone.
 *
 * @param options.say called with the result, as JSON
 * @returns false if nothing was found
 * @throws Error with a sentence
 */
export async function runAccountsCommand({
  args,
  env,
  say,
  note,
}: CommandCall & {
  args: readonly string[]
  say: (line: string) => void
}): Promise<boolean> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      hours: { type: 'string', default: '72' },
      from: { type: 'string' },
      rehearse: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [command, subject = ''] = positionals
  const hours = Number(values.hours)
  const provider = socialProviders.find((one) => one === values.from)
  if (command === 'find' && subject !== '')
    return openCommand({ env, note }, (place) => find({ place, email: subject, say }))
  if (command === 'freeze' && isUuid(subject) && hours > 0 && hours <= 24 * 30)
    return openCommand({ env, note }, (place) => freeze({ place, userId: subject, hours, say }))
  if (command !== 'move' || !provider) throw new Error(`Use: ${accountsUsage}`)
  const report = await openCommand({ env, note }, (place) =>
    moveLogins({ place, provider, isRehearsal: values.rehearse }),
  )
  say(JSON.stringify({ from: provider, rehearsal: values.rehearse, ...report }))
  return true
}

type Say = { place: CommandPlace; say: (line: string) => void }

async function find({ place, email, say }: Say & { email: string }): Promise<boolean> {
  const accounts = await findAccounts(place, { email })
  say(JSON.stringify({ accounts }, null, 2))
  return accounts.length > 0
}

async function freeze({
  place: { context, audit },
  userId,
  hours,
  say,
}: Say & { userId: string; hours: number }): Promise<boolean> {
  const frozenUntil = new Date(context.clock.now() + hours * 3_600_000)
  const found = await context.database
    .update(users)
    .set({ frozenUntil })
    .where(eq(users.id, userId))
    .returning({ id: users.id })
  if (found.length === 0) throw new Error(`There is no account ${userId}`)
  const ended = await endWalletLogins({ context, audit, userId })
  say(JSON.stringify({ frozenUntil, ended: { wallet: ended } }))
  return true
}
