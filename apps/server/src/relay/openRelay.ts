import type { Context } from '../platform/context.ts'
import type { Database } from '../platform/db/Database.ts'
import { createRelay, type Relay } from './createRelay.ts'
import { createRelayStore } from './store/createRelayStore.ts'

/**
 * Opens the relay with its mailboxes, unless the configuration disables it. The mailboxes close with the context's shutdown. The code that
 * opens the port must close the relay before the port.
 */
export async function openRelay({
  context,
}: {
  context: Pick<Context, 'config' | 'clock' | 'log' | 'metrics' | 'shutdown'> & { database?: Database | undefined }
}): Promise<Relay | undefined> {
  const { config, clock, database, log, shutdown } = context
  if (!config.relay.enabled) return undefined
  const store = await createRelayStore({
    config,
    database,
    clock,
    onError: (error) => log.warn({ err: error }, 'The relay lost the connection to its mailboxes'),
  })
  shutdown.add('relay store', store.close)
  return createRelay({ context, store })
}
