import { assembleLatchkey } from './assembleLatchkey.ts'
import { createBrowserEnvironment } from './environment/createBrowserEnvironment.ts'
import type { Latchkey } from './Latchkey.ts'
import type { LatchkeyConfig } from './LatchkeyConfig.ts'

/**
 * Creates the kit. It makes no requests, stores nothing and does not touch the page until it is used. It can therefore run on a server and
 * at the top level of a module. `connection.reconnect()` restores the connection of the last visit.
 *
 * @example
 * import { createLatchkey } from '@latchkey/core'
 * import { ethereum } from '@latchkey/core/networks'
 *
 * const latchkey = createLatchkey({
 *   projectId: '0123456789abcdef0123456789abcdef',
 *   apiUrl: 'https://api.example.com',
 *   networks: [ethereum],
 *   metadata: { name: 'Example', url: 'https://example.com' },
 * })
 * await latchkey.connection.reconnect()
 * await latchkey.modal.open()
 */
export function createLatchkey(config: LatchkeyConfig): Latchkey {
  return assembleLatchkey({ config, environment: createBrowserEnvironment({ storage: config.storage }) })
}
