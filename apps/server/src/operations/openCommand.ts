import type { Audit } from '../audit/Audit.ts'
import { createAudit } from '../audit/createAudit.ts'
import type { Context } from '../platform/context.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import { openSealer } from '../sealing/openSealer.ts'
import { type CommandCall, openCommandContext } from './openCommandContext.ts'

/** Dependencies of an operator's command. */
export type CommandPlace = { context: Context; sealer: Sealer; audit: Audit }

/**
 * Opens the database and the configured keys for one command, and closes them after it. Running servers are notified over Redis if it is
 * configured, else they read the database again within seconds.
 *
 * @throws Error with a sentence
 */
export async function openCommand<Result>(
  { env, note }: CommandCall,
  work: (place: CommandPlace) => Promise<Result>,
): Promise<Result> {
  return openCommandContext({ env, note, hasBus: true }, async (context) => {
    const sealer = await openSealer({ context, env })
    return work({ context, sealer, audit: createAudit({ clock: context.clock, sealer }) })
  })
}
