import { parseArgs } from 'node:util'
import { and, eq, isNull } from 'drizzle-orm'
import { signingKeys } from '../signingKeys/schema.ts'
import { endSignIns, endWalletLogins } from './endLogins.ts'
import { openCommand } from './openCommand.ts'
import type { CommandCall } from './openCommandContext.ts'

/** Usage of the command, for `--help` and wrong arguments. */
export const loginsUsage = `LATCHKEY_CONFIG=… npm run -w apps/server logins -- <command>
  end-all [--only wallet|siwx]      logs everybody out: of the embedded wallet, of sign-ins with a wallet, or of both
  end <account id>                  logs one account of the embedded wallet out
  renew-keys [--only wallet|siwx]   gives up the keys that sign tokens; the server makes new ones within a minute`

/**
 * `npm run -w apps/server logins`: ends logins, and replaces the keys that sign their tokens.
 *
 * @param options.say called with the counts, as JSON
 * @throws Error with a sentence
 */
export async function runLoginsCommand({
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
    options: { only: { type: 'string' } },
    allowPositionals: true,
  })
  const [command, userId] = positionals
  const { only } = values
  const isWallet = only === undefined || only === 'wallet'
  const isSiwx = only === undefined || only === 'siwx'
  if (!isWallet && !isSiwx) throw new Error(`Use: ${loginsUsage}`)
  if (command === 'end-all') {
    const ended = await openCommand({ env, note }, async ({ context, audit }) => ({
      wallet: isWallet ? await endWalletLogins({ context, audit }) : 0,
      siwx: isSiwx ? await endSignIns({ context }) : 0,
    }))
    say(JSON.stringify({ ended }))
    return true
  }
  if (command === 'end' && userId && only === undefined) {
    const wallet = await openCommand({ env, note }, ({ context, audit }) => endWalletLogins({ context, audit, userId }))
    say(JSON.stringify({ ended: { wallet } }))
    return true
  }
  if (command !== 'renew-keys') throw new Error(`Use: ${loginsUsage}`)
  const retired = await openCommand({ env, note }, async ({ context: { clock, database } }) =>
    database
      .update(signingKeys)
      .set({ retiredAt: new Date(clock.now()) })
      .where(
        and(
          isNull(signingKeys.retiredAt),
          only === undefined ? undefined : eq(signingKeys.purpose, isWallet ? 'wallet' : 'siwx'),
        ),
      )
      .returning({ kid: signingKeys.kid, purpose: signingKeys.purpose }),
  )
  say(JSON.stringify({ retired }))
  return true
}
