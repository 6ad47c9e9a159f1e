import type { Audit } from '../audit/Audit.ts'
import { createAudit } from '../audit/createAudit.ts'
import { loadConfig } from '../platform/config/loadConfig.ts'
import type { Context } from '../platform/context.ts'
import { createContext } from '../platform/createContext.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import { openSealer } from '../sealing/openSealer.ts'

/** Dependencies of an operator's command. */
export type CommandPlace = { context: Context; sealer: Sealer; audit: Audit }

/**
 * Opens the database and the configured keys for one command, and closes them after it. Running servers are notified over Redis if it is
 * configured, else they read the database again within seconds.
 *
 * @throws Error with a sentence
 */
export async function openCommand<Result>(
  env: Readonly<Record<string, string | undefined>>,
  work: (place: CommandPlace) => Promise<Result>,
): Promise<Result> {
  const config = await loadConfig({ env })
  const { context } = await createContext({ config: { ...config, log: { level: 'silent' } } })
  try {
    const sealer = await openSealer({ context, env })
    return await work({ context, sealer, audit: createAudit({ clock: context.clock, sealer }) })
  } finally {
    await context.shutdown.run('the command is done')
  }
}
