import { ServiceError } from '@latchkey/protocol/errors'
import { loadConfig } from '../platform/config/loadConfig.ts'
import type { Context } from '../platform/context.ts'
import { createContext } from '../platform/createContext.ts'
import type { SealerKeysOf } from '../platform/crypto/readSealerKeys.ts'
import { findDatabase } from './findDatabase.ts'
import { requireServerRows } from './requireServerRows.ts'

/** Environment of a command, and the function that prints a note beside its result. */
export type CommandCall = {
  env: Readonly<Record<string, string | undefined>>
  /** Prints to standard error, because scripts read the result from standard output. */
  note: (line: string) => void
}

/**
 * Opens the database of the configured server for one command, and closes it after the command. Notes which database it is. Creates no
 * database, and migrates only an existing embedded one.
 *
 * @param options.hasBus whether the command notifies running servers over Redis, if it is configured
 * @param options.of purpose of the keys that the command reads
 * @throws Error with a sentence if there is no database, or it is of another server
 */
export async function openCommandContext<Result>(
  { env, note, hasBus = false, of }: CommandCall & { hasBus?: boolean; of?: SealerKeysOf },
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const config = await loadConfig({ env })
  const place = findDatabase(config)
  note(`Uses ${place}.`)
  const quiet = { ...config, log: { level: 'silent' as const }, ...(hasBus ? {} : { redis: {} }) }
  const { context } = await createContext({ config: quiet, migrate: 'require' }).catch((error: unknown) => {
    if (!(error instanceof ServiceError && error.code === 'database_outdated')) throw error
    throw new Error(
      `There is no up-to-date schema in ${place}. Set DATABASE_URL to the database of the server. After an upgrade, start the server first: it migrates the database.`,
      { cause: error },
    )
  })
  try {
    await requireServerRows({ database: context.database, place, ...(of ? { of } : {}) })
    return await work(context)
  } finally {
    await context.shutdown.run('the command is done')
  }
}
