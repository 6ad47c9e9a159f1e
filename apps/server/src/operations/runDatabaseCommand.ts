import { parseArgs } from 'node:util'
import { loadConfig } from '../platform/config/loadConfig.ts'
import { createDatabase } from '../platform/db/createDatabase.ts'
import { findDatabase } from './findDatabase.ts'
import type { CommandCall } from './openCommandContext.ts'
import { writeGrants } from './writeGrants.ts'

/** Usage of the command, for `--help` and wrong arguments. */
export const databaseUsage = `npm run -s -w apps/server database -- <command>
  migrate                                  brings the database of LATCHKEY_CONFIG or DATABASE_URL up to date; as its owner
  grants --wallet <role> --api <role>      prints the SQL that gives each process its rights; run it as the owner, with psql`

/**
 * `npm run -w apps/server database`: commands for the owner of the database, if the processes have separate database roles.
 *
 * @param options.say called with the SQL, or with the result
 * @throws Error with a sentence
 */
export async function runDatabaseCommand({
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
    options: { wallet: { type: 'string' }, api: { type: 'string' } },
    allowPositionals: true,
  })
  const [command, ...others] = positionals
  const { wallet, api } = values
  if (others.length === 0 && command === 'grants' && wallet && api && wallet !== api) {
    say(writeGrants({ wallet, api }))
    return true
  }
  if (others.length > 0 || command !== 'migrate' || wallet || api) throw new Error(`Use: ${databaseUsage}`)
  const { database, dataFolder } = await readPlace(env)
  note(`Uses ${findDatabase({ database, dataFolder })}.`)
  const connection = await createDatabase({ config: { database, dataFolder, role: 'all' } })
  await connection.close()
  say('The database is up to date.')
  return true
}

/** The owner does not need the whole configuration, only the URL of the database. */
async function readPlace(env: Readonly<Record<string, string | undefined>>) {
  if (env.DATABASE_URL) return { database: { url: env.DATABASE_URL }, dataFolder: '' }
  return loadConfig({ env })
}
